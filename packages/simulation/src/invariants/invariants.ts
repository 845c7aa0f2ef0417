// Invariants
// What must hold in a simulated world after every operation.
//
// W1. A journal is numbered 1..n without gaps and only grows; rows never change (INV2, INV4).
// W2. A run, an activation and a wait each end once; nothing follows the end of the run (INV3).
// W3. What was acknowledged is in the journal (INV1), and a recorded step is never executed again (INV4).
// W4. The live state equals the state rebuilt from the journal.
// W5. The counter of a tree's budget equals the sum that its journals say was spent.
// W6. Nobody is shown what belongs to another user (INV7), and no process holds more than its limits (INV8).
import { checkJournal, spentIn } from '@skein/engine';
import type { RunEvent, RunId } from '@skein/kernel';
import type { RunRecord } from '@skein/ports';
import { checkFootprint, storedFootprint } from './check-footprint.ts';
import { checkUsers } from './check-users.ts';
import { simulatedUsers, type Simulation } from '../simulation.ts';

export async function checkInvariants(world: Simulation): Promise<readonly string[]> {
  const found = [...world.violations];
  const { items } = await world.store.runs.list({});
  const spent = new Map<RunId, number>();
  for (const record of items) {
    const { id, root = id } = record;
    const rows = (await world.store.runs.journal(id)) ?? [];
    spent.set(root, (spent.get(root) ?? 0) + spentIn(rows).tokens);
    found.push(...checkGrowth(world, id, rows));
    found.push(...(await checkState(world, record, rows)));
    noteSteps(world, id, rows);
  }
  for (const [root, tokens] of spent) {
    const counted = await world.store.budgets.get(root);
    if (counted.tokens !== tokens)
      found.push(`The counter of ${root} says ${counted.tokens} tokens, its journals ${tokens}.`);
  }
  if (world.run !== null && !items.some(({ id }) => id === world.run)) {
    found.push(`The run ${world.run}, whose start was acknowledged, is gone.`);
  }
  for (const acknowledged of world.acknowledged) {
    const wait = await world.store.waits.get(acknowledged.wait);
    if (wait?.status !== 'answered') found.push(`The answer to ${acknowledged.wait} is gone.`);
  }
  found.push(...(await checkUsers(world.engine, simulatedUsers, items)));
  const { inspection, clock, rows } = world;
  const held = { runs: inspection.runs, timers: clock.timers };
  found.push(...checkFootprint({ ...storedFootprint(items, rows), ...held }));
  return found;
}

function checkGrowth(world: Simulation, run: RunId, rows: readonly RunEvent[]): string[] {
  const known = world.rows.get(run) ?? [];
  const now = rows.map((row) => JSON.stringify(row));
  world.rows.set(run, now);
  const changed = known.findIndex((text, i) => now[i] !== text);
  return changed === -1 ? [] : [`Row ${changed + 1} of ${run} has changed or is gone.`];
}

async function checkState(
  world: Simulation,
  record: RunRecord,
  rows: readonly RunEvent[],
): Promise<readonly string[]> {
  const { id: run } = record;
  if (rows[0]?.type !== 'run.started')
    return [`The journal of ${run} does not begin with its start.`];
  const graph = await world.inspection.graphOf(record);
  return checkJournal(graph, rows, world.inspection.stateOf(run)).map(
    (complaint) => `${run}: ${complaint}`,
  );
}

function noteSteps(world: Simulation, run: RunId, rows: readonly RunEvent[]): void {
  for (const row of rows) {
    if (row.type === 'step.recorded') {
      world.recorded.add(`${run} ${row.node}#${row.activation} ${row.key}`);
    }
  }
}
