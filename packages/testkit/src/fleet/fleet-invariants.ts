// What must hold in a fleet after every operation.
//
// F1. What was acknowledged is in the store: starts, answers, cancels (INV1).
// F2. Journals are numbered without gaps, only grow, and never change; one end, nothing after it (INV2, INV3, INV4).
// F3. Nothing recorded is executed again (INV4): `Fleet.violations` has it.
// F4. A guarded effect happened at most once; an idempotent one too, because its key was always the same (INV5).
// F5. No run fails because of the faults. A live run has an owner, a time to wake, or an open wait (INV6).
//     A run with which processes died one after another may be quarantined; it goes on when a person releases it.
// F6. Nobody is shown what belongs to another user (INV7). No process holds more than its limits (INV8).
import { nativeNodeTypes } from '@skein/agents';
import { checkJournal, compileForTypes } from '@skein/engine';
import { checkFootprint, checkUsers, storedFootprint } from '@skein/simulation';
import { equalJson, runId, waitId, type Graph, type RunEvent } from '@skein/kernel';
import { hasEnded, type RunRecord } from '@skein/ports';
import { repeatedEffects } from '../ledger/ledger.ts';
import { fleetUsers, type Fleet } from './fleet.ts';

const compile = compileForTypes(nativeNodeTypes({ functions: new Map() }));
/** By version: the same ones in every simulation. */
const graphs = new Map<string, Graph>();

export async function checkFleet(fleet: Fleet): Promise<readonly string[]> {
  const found = [...fleet.violations, ...repeatedEffects(fleet)];
  const { items } = await fleet.store.runs.list({ limit: 1000 });
  for (const record of items) {
    const rows = (await fleet.store.runs.journal(record.id)) ?? [];
    found.push(...checkGrowth(fleet, record.id, rows));
    found.push(...checkJournal(await graphOf(fleet, record), rows));
    found.push(...(await checkLife(fleet, record)));
    if (record.status === 'failed') found.push(`${record.id} has failed: ${failureIn(rows)}`);
  }
  const known = new Map(items.map((record) => [record.id, record]));
  for (const id of fleet.started.keys())
    if (!known.has(runId(id))) found.push(`The run ${id} is gone.`);
  for (const id of fleet.cancelled) {
    if (known.get(runId(id))?.status !== 'cancelled')
      found.push(`${id} was cancelled, and is not.`);
  }
  for (const [id, answer] of fleet.acknowledged) {
    const wait = await fleet.store.waits.get(waitId(id));
    const isThere = wait?.status === 'answered' && equalJson(wait.answer ?? null, answer);
    // An approval is stored in normalised form.
    if (!isThere && wait?.status !== 'answered') found.push(`The answer to ${id} is gone.`);
  }
  found.push(...(await checkHosts(fleet, items)));
  return found;
}

async function checkHosts(fleet: Fleet, records: readonly RunRecord[]): Promise<readonly string[]> {
  const found: string[] = [];
  const stored = storedFootprint(records, fleet.rows);
  fleet.isLooking = true;
  for (const { name, engine, runs, asked, clock } of fleet.live) {
    const { timers } = clock;
    const wrong = [
      ...checkFootprint({ ...stored, asked, runs: runs(), timers }),
      ...(engine === null ? [] : await checkUsers(engine, fleetUsers, records)),
    ];
    found.push(...wrong.map((text) => `${name}: ${text}`));
  }
  fleet.isLooking = false;
  return found;
}

function checkGrowth(fleet: Fleet, run: string, rows: readonly RunEvent[]): readonly string[] {
  const known = fleet.rows.get(run) ?? [];
  const now = rows.map((row) => JSON.stringify(row));
  fleet.rows.set(run, now);
  const changed = known.findIndex((text, i) => now[i] !== text);
  return changed === -1 ? [] : [`Row ${changed + 1} of ${run} has changed or is gone.`];
}

/** Nothing in W-full may fail permanently: faults of a store or a process are not failures of a run. */
function failureIn(rows: readonly RunEvent[]): string {
  const failed = rows.filter(({ type }) => type === 'attempt.failed' || type === 'node.failed');
  return JSON.stringify([...failed, rows.at(-1)]);
}

async function checkLife(fleet: Fleet, record: RunRecord): Promise<readonly string[]> {
  const { id, status } = record;
  if (hasEnded(record) || (await isQuarantined(fleet, record))) return [];
  const stored = await fleet.store.runs.load(id);
  if (stored?.owner !== undefined) return [];
  // Nobody owns it: people can continue it, or its time.
  const isExpected = status === 'waiting' || (await fleet.store.leases.nextDue(fleet.now)) !== null;
  return isExpected ? [] : [`${id} is running, and nobody owns it.`];
}

async function isQuarantined({ store }: Fleet, record: RunRecord): Promise<boolean> {
  const root = record.root === undefined ? record : await store.runs.get(record.root);
  return root?.quarantinedAt !== undefined;
}

async function graphOf(fleet: Fleet, { workflow, user }: RunRecord): Promise<Graph> {
  const key = `${workflow.id} ${workflow.version}`;
  const known = graphs.get(key);
  if (known !== undefined) return known;
  const record = await fleet.store.definitions.get(workflow.id, workflow.version, user);
  const { graph } = compile(record?.definition, {});
  if (graph === null) throw new Error(`The definition of ${key} is gone.`);
  graphs.set(key, graph);
  return graph;
}
