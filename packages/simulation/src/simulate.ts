// Simulating a workflow
// Runs it once with faults chosen by a seed, and checks the invariants after every operation. Then the faults stop, and the
// run must finish.
import { isOver, type FinishedStatus } from '@skein/kernel';
import { hasEnded } from '@skein/ports';
import { checkInvariants } from './invariants/invariants.ts';
import { operations, type OperationName } from './operations.ts';
import { simulatedUsers, Simulation, type SimulationOptions } from './simulation.ts';

export interface SimulationReport {
  readonly seed: number;
  readonly status: FinishedStatus;
  /** How often each operation was performed. */
  readonly operations: { readonly [name in OperationName]: number };
  readonly engines: number;
  readonly rows: { readonly [run: string]: readonly string[] };
}

/** Thrown when an invariant does not hold; the message contains what happened and how to reproduce it. */
export class SimulationError extends Error {
  override readonly name = 'SimulationError';
  readonly seed: number;
  readonly violations: readonly string[];
  readonly history: readonly string[];

  constructor(world: Simulation, violations: readonly string[]) {
    super(describe(world, violations));
    this.seed = world.options.seed;
    this.violations = violations;
    this.history = world.history;
  }
}

const operationsDefault = 200;
const peacefulMax = 3000;

export async function simulate(options: SimulationOptions): Promise<SimulationReport> {
  const world = new Simulation(options);
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as {
    [name in OperationName]: number;
  };
  await world.restart();
  const { operationsMax = operationsDefault } = options;
  for (let i = 0; i < operationsMax && !(await isDone(world)); i++) {
    const name = world.random.weighted(weights);
    counts[name] += 1;
    await operate(world, name);
  }
  const status = await endInPeace(world);
  await world.engine.close({ drainMs: 0 });
  const rows = Object.fromEntries(world.rows);
  return { seed: options.seed, status, operations: counts, engines: world.engines, rows };
}

// The keys of an object of this type have this type.
const names = Object.keys(operations) as OperationName[];
const weights = Object.fromEntries(names.map((name) => [name, operations[name].weight])) as {
  [name in OperationName]: number;
};

function start(world: Simulation): void {
  world.isStarting = true;
  const { workflow, input } = world.options;
  const [user] = simulatedUsers;
  world.engine.runs.start(workflow, { user, ...(input === undefined ? {} : { input }) }).then(
    ({ id }) => {
      world.run = id;
    },
    // The process died, or the store failed, before anything was acknowledged: the caller will retry.
    () => {
      world.isStarting = false;
    },
  );
}

async function operate(world: Simulation, name: OperationName): Promise<void> {
  if (!world.isStarting) start(world);
  world.history.push(`${name}: ${await operations[name].do(world)}`);
  await world.settle();
  const violations = await checkInvariants(world);
  if (violations.length > 0) throw new SimulationError(world, violations);
}

async function isDone({ store, run }: Simulation): Promise<boolean> {
  if (run === null) return false;
  const record = await store.runs.get(run);
  return record !== undefined && hasEnded(record);
}

/** The faults stop: the run gets whatever it needs, and so it must finish. */
async function endInPeace(world: Simulation): Promise<FinishedStatus> {
  world.isPeaceful = true;
  await world.settle();
  for (let i = 0; i < peacefulMax; i++) {
    if (await isDone(world)) return endOf(world);
    await operate(world, await nextInPeace(world));
  }
  throw new SimulationError(world, ['The run does not end.']);
}

async function nextInPeace(world: Simulation): Promise<OperationName> {
  if (world.store.waiting.length > 0) return 'store';
  if (world.calls.some(({ engine }) => engine === world.engines)) return 'call';
  const { items } = await world.engine.waits.list();
  const { nextAt } = world.clock;
  const kinds: OperationName[] = [
    ...(items.some(({ event }) => event === undefined) ? (['answer'] as const) : []),
    ...(items.some(({ event }) => event !== undefined) ? (['event'] as const) : []),
    ...(nextAt === null ? [] : (['timer'] as const)),
  ];
  // With nothing left to do, only a new process can find the run again.
  return world.random.pick(kinds) ?? 'crash';
}

async function endOf(world: Simulation): Promise<FinishedStatus> {
  const run = await world.engine.runs.get(world.run ?? '');
  const state = world.inspection.stateOf(run.id);
  if (state !== undefined && !isOver(state)) {
    throw new SimulationError(world, [
      'The store says that the run has ended, its state does not.',
    ]);
  }
  // The run has ended, so its status is one of these.
  return run.status as FinishedStatus;
}

function describe(
  { options, history, engines }: Simulation,
  violations: readonly string[],
): string {
  const shown = 30;
  const { seed, command = (failed) => `npm run sim -- --seed ${failed}` } = options;
  return [
    `The simulation with the seed ${seed} failed after ${history.length} operations and ${engines} processes.`,
    ...violations.map((violation) => `  ${violation}`),
    'What happened last:',
    ...withoutRepeats(history)
      .slice(-shown)
      .map((line) => `  ${line}`),
    'To see it again:',
    `  ${command(seed)}`,
  ].join('\n');
}

function withoutRepeats(history: readonly string[]): readonly string[] {
  return history.filter((line, i) => line !== history[i - 1]);
}
