export { checkFootprint, storedFootprint } from './invariants/check-footprint.ts';
export { checkUsers } from './invariants/check-users.ts';
export { simulate, SimulationError } from './simulate.ts';
export type { SimulationReport } from './simulate.ts';
export type { SimulationOptions, Troubles } from './simulation.ts';
export { faultyStore } from './world/faulty-store.ts';
export type { AppendFault, FaultyStore } from './world/faulty-store.ts';
export {
  Flights,
  newFlight,
  progressOf,
  sleepingClock,
  waitForChange,
  whileAsking,
} from './world/flights.ts';
export { anybody } from './world/scripted-person.ts';
export type { Person } from './world/scripted-person.ts';
export { seededIds } from './world/seeded-ids.ts';
export { seededRandom } from './world/seeded-random.ts';
export type { Random } from './world/seeded-random.ts';
export { settleTicks, virtualClock } from './world/virtual-clock.ts';
export type { VirtualClock } from './world/virtual-clock.ts';
export { sameAfterCrash, watchedTypes } from './world/watched-functions.ts';
export type { MadeSteps, StepAnswers } from './world/watched-functions.ts';
export { watchedIo } from './world/watched-io.ts';
