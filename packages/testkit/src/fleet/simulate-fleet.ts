// Simulating a fleet
// Faults chosen by a seed, and the invariants after every operation. Then the faults stop, and every run must end within
// the lease and ten seconds more, not counting the time that people and receivers take.
import { Fleet, fleetLease, type FleetOptions } from './fleet.ts';
import { checkFleet } from './fleet-invariants.ts';
import { fleetOperations, thaw, type FleetOperation } from './fleet-operations.ts';

export interface FleetReport {
  readonly seed: number;
  readonly statuses: { readonly [status: string]: number };
  readonly operations: { readonly [name in FleetOperation]: number };
  readonly hosts: number;
  readonly effects: number;
  readonly rows: number;
  /** From the end of the faults to the end of the last run. */
  readonly endedMs: number;
}

export class FleetError extends Error {
  override readonly name = 'FleetError';
  readonly seed: number;

  constructor({ options, history, made }: Fleet, violations: readonly string[]) {
    const shown = 40;
    super(
      [
        `The fleet with the seed ${options.seed} failed after ${history.length} operations and ${made} processes.`,
        ...[...new Set(violations)].map((violation) => `  ${violation}`),
        'What happened last:',
        ...history.slice(-shown).map((line) => `  ${line}`),
        'To see it again:',
        `  npm run sim -- --workflow fleet --seed ${options.seed}`,
      ].join('\n'),
    );
    this.seed = options.seed;
  }
}

const endMaxMs = fleetLease.leaseMs + 10_000;
const stepMs = 100;
// The keys of an object of this type have this type.
const names = Object.keys(fleetOperations) as FleetOperation[];
const weights = Object.fromEntries(names.map((name) => [name, fleetOperations[name].weight])) as {
  [name in FleetOperation]: number;
};

export async function simulateFleet(
  options: Pick<FleetOptions, 'seed'> & Partial<FleetOptions>,
): Promise<FleetReport> {
  const fleet = new Fleet({ engines: 3, runs: 3, operations: 150, ...options });
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as {
    [name in FleetOperation]: number;
  };
  await fleet.addHost();
  for (let i = 0; i < fleet.options.operations; i++) {
    const name = fleet.random.weighted(weights);
    counts[name] += 1;
    await operate(fleet, name);
  }
  const endedMs = await endInPeace(fleet);
  const { items } = await fleet.store.runs.list({ limit: 1000 });
  const roots = items.filter(({ parent }) => parent === undefined);
  const statuses: { [status: string]: number } = {};
  for (const { status } of roots) statuses[status] = (statuses[status] ?? 0) + 1;
  for (const { engine } of fleet.live) await engine?.close({ drainMs: 0 });
  const rows = [...fleet.rows.values()].reduce((sum, each) => sum + each.length, 0);
  const { seed } = options;
  const [hosts, effects] = [fleet.made, fleet.effects.length];
  return { seed, statuses, operations: counts, hosts, effects, rows, endedMs };
}

async function operate(fleet: Fleet, name: FleetOperation): Promise<void> {
  fleet.history.push(`${name}: ${await fleetOperations[name].do(fleet)}`);
  await fleet.settle();
  const violations = await checkFleet(fleet);
  if (violations.length > 0) throw new FleetError(fleet, violations);
}

async function endInPeace(fleet: Fleet): Promise<number> {
  fleet.isPeaceful = true;
  for (const host of fleet.hosts) thaw(host);
  fleet.hosts = fleet.hosts.filter(({ isDead }) => !isDead);
  if (fleet.live.length === 0) await fleet.addHost();
  const startedAt = fleet.now;
  while (!(await hasEnded(fleet))) {
    if (fleet.now > startedAt + endMaxMs) {
      const { items } = await fleet.store.runs.list({ isUnfinished: true });
      const left = items.map(({ id, status }) => `${id} is still ${status}.`);
      throw new FleetError(fleet, [`Not all runs end within ${endMaxMs} ms.`, ...left]);
    }
    while (fleet.calls.length > 0) await operate(fleet, 'call');
    const { items } = await fleet.store.waits.list({});
    for (const _ of items) await operate(fleet, 'answer');
    const held = await fleet.store.runs.list({ isQuarantined: true, limit: 1 });
    if (held.items.length > 0) await operate(fleet, 'release');
    await fleet.advance(stepMs);
  }
  return fleet.now - startedAt;
}

async function hasEnded({ store, calls }: Fleet): Promise<boolean> {
  const { items } = await store.runs.list({ isUnfinished: true, limit: 1 });
  return items.length === 0 && calls.length === 0;
}
