// Reviving runs
// Goes on with runs of the store as if nothing had happened: their states are rebuilt from snapshot and journal, then
// everything that a state says is under way is begun again.
//
// C1. First all states, then all links between parents and children, then the work: a child that ends at once must find its
//     parent.
// C2. A function begins anew with what it recorded; nothing that is recorded is done again.
// C3. A child whose parent no longer knows it, or has another one in its place, is cancelled: the process died between the
//     two, or its start was written long after it was given up.
import {
  equalJson,
  transition,
  type ChildWait,
  type Json,
  type RunStarted,
  type RunState,
} from '@skein/kernel';
import { hasEnded, type Page, type RunRecord, type StoredRun } from '@skein/ports';
import { unplaced } from '../driver/draft.ts';
import type { OpenChild, Task } from '../driver/open-things.ts';
import { RunDriver } from '../driver/run-driver.ts';
import { childFinished, tellParent, waitsOf } from '../driver/tell-parent.ts';
import { updateSettled } from '../driver/update-settled.ts';
import { catchUp } from '../projections/begin-projection.ts';
import { restoreBudget } from '../budgets/restore-budget.ts';
import { restoreReuse } from '../replays/restore-reuse.ts';
import type { Runtime } from '../runtime.ts';
import { checkRules } from '../runs/check-rules.ts';
import { reopen } from '../runs/reopen.ts';
import { childPath } from '../runs/start-child.ts';
import { begunThings } from './begun-things.ts';
import { hasProjection, rowsNamed, Snapshots } from '../snapshots/snapshots.ts';
import { lacksMessages, UnreadMessages } from '../snapshots/unread-messages.ts';
import { knownWorkflow } from '../workflows/known-workflow.ts';

interface Revived {
  readonly driver: RunDriver;
  readonly tasks: Task[];
  /** How it was started. */
  readonly started: RunStarted | null;
}

/** A run that this process has claimed, as it was then, with the epoch of the claim. */
export type LoadedRun = StoredRun;

/** Runs that this process has claimed and does not drive yet. */
export async function reviveRuns(runtime: Runtime, claimed: readonly LoadedRun[]): Promise<void> {
  const revived: Revived[] = [];
  try {
    for (const each of claimed) {
      const started = await startOf(runtime, each);
      const driver = await revive(runtime, each, started);
      if (driver !== null) revived.push({ driver, tasks: reopen(driver), started });
    }
    for (const { driver, tasks } of revived) await linkChildren(driver, tasks);
    for (const { driver } of revived) await linkParent(driver);
    for (const { driver } of revived) await restoreBudget(driver);
    for (const { driver, started } of revived) await restoreReuse(driver, started);
  } catch (error) {
    // Drivers that nobody set to work would keep everyone from trying it again.
    for (const { driver } of revived) driver.lose(error);
    throw error;
  }
  for (const { driver, tasks } of revived) {
    for (const task of tasks) runtime.enact(driver, task);
    if (driver.parent === null) continue;
    tellParent(driver, driver.parent);
    // A child that only waits hears of nothing, so nothing else would tell that it has settled.
    updateSettled(driver);
  }
  for (const { driver } of revived) {
    driver.budget?.tree.look();
    runtime.residents?.admit(driver);
  }
}

/** Its first row; one more is read only where a snapshot stands for the beginning of the journal. */
async function startOf(
  { store }: Runtime,
  { record, events }: LoadedRun,
): Promise<RunStarted | null> {
  const [first] = events[0]?.seq === 1 ? events : await store.runs.rows(record.id, [1]);
  return first?.type === 'run.started' ? first : null;
}

async function revive(
  runtime: Runtime,
  stored: LoadedRun,
  started: RunStarted | null,
): Promise<RunDriver | null> {
  const { record, epoch } = stored;
  const { id: run } = record;
  if (hasEnded(record)) return null;
  const { driver, state } = await rebuild(runtime, stored, { isDriven: true, isLazy: true });
  // Only tests rebuild states from whole journals.
  const rows = driver.rebuilder === null ? [] : ((await runtime.store.runs.journal(run)) ?? []);
  // Another caller may have been faster, or have closed the engine.
  if (runtime.drivers.has(run) || runtime.isClosed) return null;
  driver.epoch = epoch;
  driver.trace = started?.trace ?? null;
  driver.adopt(state, rows);
  runtime.drivers.set(run, driver);
  runtime.observer?.resumed(driver, begunThings(state));
  return driver;
}

interface RebuildOptions {
  /** The driver will be set to work. */
  readonly isDriven?: boolean;
  /** Conversations that nothing of the graph reads may stay in the journal until somebody needs them. */
  readonly isLazy?: boolean;
}

/** The state of a run as its journal says, and a driver that is not at work yet; one that will be knows of its tables too. */
export async function rebuild(
  runtime: Runtime,
  { record, snapshot, events }: StoredRun,
  { isDriven = false, isLazy = false }: RebuildOptions = {},
): Promise<{ readonly driver: RunDriver; readonly state: RunState }> {
  const known = await knownWorkflow(runtime, record);
  const { graph } = known;
  const driver = new RunDriver(runtime, { id: record.id, workflow: known, origin: record });
  const projector = isDriven ? driver.projector : null;
  for (const event of events) driver.snapshots?.add(event);
  let { state } = driver;
  if (snapshot !== undefined) {
    const rows = await runtime.store.runs.rows(record.id, rowsNamed(snapshot));
    const snapshots = driver.snapshots ?? new Snapshots();
    state = snapshots.load(graph, snapshot, rows, projector);
    driver.state = state;
    if (lacksMessages(state)) driver.unread = new UnreadMessages(driver, snapshots);
    // Of the dialects with tables only one has conversations, and the row that it writes at every wake-up holds them whole.
    const isNeeded = graph.readsMessages || projector !== null || driver.rebuilder !== null;
    if (isNeeded || !isLazy) await driver.unread?.read();
    if (projector !== null && !hasProjection(snapshot)) {
      const before = await runtime.store.runs.journal(record.id, 0, snapshot.seq);
      catchUp(projector, graph, before ?? []);
    }
  }
  const [first] = events;
  checkRules(record.id, first?.type === 'run.started' ? first.rules : state.origin.rules);
  for (const event of events) {
    const result = transition(graph, state, event, projector !== null);
    ({ state } = result);
    projector?.take({ event, ...result });
  }
  // They are in the store.
  projector?.rows();
  return { driver, state };
}

/** Connects the open children of a run with the runs that were begun for them; the others are begun as new ones. */
async function linkChildren(parent: RunDriver, tasks: Task[]): Promise<void> {
  const open = tasks.filter((task) => task.type === 'child');
  if (open.length === 0) return;
  const known = await childrenByPath(parent.runtime, parent.id);
  for (const child of open) {
    const record = known.get(childPath(child.effect));
    if (record === undefined) continue;
    tasks.splice(tasks.indexOf(child), 1);
    const driver = parent.runtime.drivers.get(record.id);
    if (driver === undefined) await reportEnded(parent, child, record);
    else adopt(parent, child, driver);
  }
}

/** The runs below a run, ended ones too, by their places. */
export async function childrenByPath(
  { store }: Pick<Runtime, 'store'>,
  parent: string,
): Promise<ReadonlyMap<string, RunRecord>> {
  const byPath = new Map<string, RunRecord>();
  let cursor: string | null = null;
  do {
    const filter = cursor === null ? { parent } : { parent, cursor };
    const page: Page<RunRecord> = await store.runs.list(filter);
    for (const record of page.items) byPath.set(record.parent?.path ?? '', record);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return byPath;
}

function adopt(parent: RunDriver, child: OpenChild, driver: RunDriver): void {
  const { node, activation, index } = child.effect;
  const told = toldWaits(parent, { node, activation, index });
  child.driver = driver;
  const { waitsVersion } = driver.underWay;
  const waits = waitsOf(driver.state);
  // Waits are rows of events, so JSON.
  const isTold = told !== undefined && equalJson(told as unknown as Json, waits as unknown as Json);
  // A version that never was: the parent is told anew, whatever it believes.
  const outdated = told === undefined ? null : -1;
  driver.parent = { driver: parent, child, toldWaits: isTold ? waitsVersion : outdated };
}

/** What a parent believes that a child waits for; undefined while it thinks that it works. */
export function toldWaits(
  { graph, state }: RunDriver,
  name: { readonly node: string; readonly activation: number; readonly index: number },
): readonly ChildWait[] | undefined {
  const node = graph.nodeById.get(name.node);
  const alive = node === undefined ? [] : (state.nodes.get(node.index)?.alive ?? []);
  const activation = alive.find(({ n }) => n === name.activation);
  return activation?.extra?.children?.waiting.get(name.index);
}

/** The child had ended, but the process died before its parent heard of it. */
async function reportEnded(parent: RunDriver, child: OpenChild, record: RunRecord): Promise<void> {
  const stored = await parent.runtime.store.runs.load(record.id);
  if (stored === undefined) return;
  const { state } = await rebuild(parent.runtime, stored, { isLazy: true });
  parent.post(childFinished(state, child.effect), child);
}

/** A run below another one needs that one, and is needed by it. */
async function linkParent(driver: RunDriver): Promise<void> {
  const { runtime, origin } = driver;
  if (origin.parent === undefined || driver.parent !== null) return;
  const { run, path } = origin.parent;
  const parent = await findParent(runtime, run, path);
  const child = parent === undefined ? undefined : openChild(parent, path);
  const isTaken = child?.driver?.isGone === false;
  if (parent !== undefined && child !== undefined && !isTaken) {
    adopt(parent, child, driver);
    return;
  }
  const record = parent === undefined ? await runtime.store.runs.get(run) : undefined;
  if (!isTaken && record !== undefined && !hasEnded(record)) return;
  const reason = 'The run that it is part of no longer needs it.';
  driver.post({ ...unplaced, type: 'run.cancelled', reason }, null);
}

/** A parent that is about to write something may seem not to need the child any more; only what is written counts. */
async function findParent(
  { drivers }: Runtime,
  run: string,
  path: string,
): Promise<RunDriver | undefined> {
  let parent = drivers.get(run);
  while (parent?.isBusy === true && openChild(parent, path) === undefined) {
    await parent.written();
    parent = drivers.get(run);
  }
  return parent;
}

function openChild({ underWay }: RunDriver, path: string): OpenChild | undefined {
  for (const siblings of underWay.children.values()) {
    for (const child of siblings.values()) if (childPath(child.effect) === path) return child;
  }
  return undefined;
}
