// Reviving runs
// Continues runs of the store as if nothing had happened: their states are rebuilt from snapshot and journal, then
// everything that a state says is in flight is started again.
//
// C1. First all states, then all links between parents and children, then the work: a child that ends at once must find its
//     parent.
// C2. A function restarts with what it recorded; nothing that is recorded is executed again.
// C3. A child that its parent no longer knows, or has replaced by another one, is cancelled: the process died between the
//     two, or the child's start was written long after it was given up.
import {
  equalJson,
  waitingChildren,
  type ChildWait,
  type Json,
  type RunId,
  type RunStarted,
} from '@skein/kernel';
import { hasEnded, type RunRecord, type StoredRun } from '@skein/ports';
import { restoreBudget } from '../../core/budgets/restore-budget.ts';
import { reopen } from '../../core/driver/reopen.ts';
import type { RunDriver } from '../../core/driver/run-driver.ts';
import { childFinished, tellParent, waitsOf } from '../../core/driver/tell-parent.ts';
import { updateSettled } from '../../core/driver/update-settled.ts';
import { childPath, type ChildPlace } from '../../core/run/child-path.ts';
import { unplaced } from '../../core/run/draft.ts';
import type { DrivenRun, OpenChild, Task } from '../../core/run/driven-run.ts';
import { canHaveChildren } from '../../state/definitions/can-have-children.ts';
import { childrenByPath } from '../../state/records/children-by-path.ts';
import { breaths } from '../breaths.ts';
import { begunThings } from '../begun-things.ts';
import { rebuildRun, type RebuildRuntime } from '../rebuild-run.ts';
import type { Residents } from './residents.ts';

/** What runs are revived with. */
export interface ReviveRuntime extends RebuildRuntime {
  readonly residents: Residents | null;
  /** Finds out what a replay may still reuse; does nothing for other runs. */
  readonly restoreReuse: (run: DrivenRun, started: RunStarted | null) => Promise<void>;
}

interface Revived {
  readonly driver: RunDriver;
  readonly tasks: Task[];
  /** How it was started. */
  readonly started: RunStarted | null;
}

/** A run that this process has claimed, as it was at the claim, with the epoch of the claim. */
export type LoadedRun = StoredRun;

/** Runs that this process has claimed and does not drive yet. */
export async function reviveRuns(
  runtime: ReviveRuntime,
  claimed: readonly LoadedRun[],
): Promise<void> {
  const revived: Revived[] = [];
  const breathe = breaths();
  try {
    for (const each of claimed) {
      await breathe();
      const started = await startOf(runtime, each);
      const driver = await revive(runtime, each, started);
      if (driver !== null) revived.push({ driver, tasks: reopen(driver), started });
    }
    for (const { driver, tasks } of revived) {
      await breathe();
      await linkChildren(runtime, driver, tasks);
    }
    for (const { driver } of revived) await linkParent(runtime, driver);
    for (const { driver } of revived) await restoreBudget(driver);
    for (const { driver, started } of revived) await runtime.restoreReuse(driver, started);
  } catch (error) {
    // Drivers that were never started would block every further attempt.
    for (const { driver } of revived) driver.lose(error);
    throw error;
  }
  for (const { driver, tasks } of revived) {
    for (const task of tasks) runtime.enact(driver, task);
    if (driver.parent === null) continue;
    tellParent(driver, driver.parent);
    // A child that only waits receives nothing, so nothing else would report that it has settled.
    updateSettled(driver);
  }
  for (const { driver } of revived) {
    driver.budget?.tree.look();
    runtime.residents?.admit(driver);
  }
}

/** Its first row; it is read separately only where a snapshot replaces the beginning of the journal. */
async function startOf(
  { store }: RebuildRuntime,
  { record, events }: LoadedRun,
): Promise<RunStarted | null> {
  const [first] = events[0]?.seq === 1 ? events : await store.runs.rows(record.id, [1]);
  return first?.type === 'run.started' ? first : null;
}

async function revive(
  runtime: RebuildRuntime,
  stored: LoadedRun,
  started: RunStarted | null,
): Promise<RunDriver | null> {
  const { record, epoch } = stored;
  const { id: run } = record;
  if (hasEnded(record)) return null;
  const trace = started?.trace ?? null;
  const driver = await rebuildRun(runtime, stored, { isDriven: true, isLazy: true, epoch, trace });
  // Only tests rebuild states from whole journals.
  if (driver.rebuilder !== null)
    driver.rebuilder.keep((await runtime.store.runs.journal(run)) ?? []);
  // Before the driver is there for others: a store that fails here leaves nothing half begun.
  const size = await storedSize(runtime, driver, stored);
  // Another caller may have been faster, or have closed the engine.
  if (runtime.drivers.has(run) || runtime.isClosed) return null;
  runtime.drivers.set(run, driver);
  runtime.treeSizes.opened(driver);
  if (size !== null) runtime.treeSizes.restore(run, size);
  runtime.observer?.resumed(driver, begunThings(driver.state));
  return driver;
}

/** Only where a tree may be large: it can have children, or its journal is long enough for a snapshot. */
async function storedSize(
  { store }: RebuildRuntime,
  { id, graph }: RunDriver,
  { record, snapshot }: LoadedRun,
): Promise<{ readonly runs: number; readonly bytes: number } | null> {
  if (record.parent !== undefined) return null;
  const hasChildren = canHaveChildren(graph);
  if (!hasChildren && snapshot === undefined) return null;
  const runs = hasChildren ? await store.runs.countTree(id) : 1;
  const { bytes } = await store.budgets.get(id);
  return { runs, bytes };
}

/** Connects the open children of a run with the runs that were started for them; the others are started as new runs. */
async function linkChildren(
  runtime: RebuildRuntime,
  parent: DrivenRun,
  tasks: Task[],
): Promise<void> {
  const open = tasks.filter((task) => task.type === 'child');
  if (open.length === 0) return;
  const known = await childrenByPath(runtime, parent.id);
  for (const child of open) {
    const record = known.get(childPath(child.effect));
    if (record === undefined) continue;
    tasks.splice(tasks.indexOf(child), 1);
    const driver = runtime.drivers.get(record.id);
    if (driver === undefined) await reportEnded(runtime, parent, { child, record });
    else adopt(parent, child, driver);
  }
}

function adopt(parent: DrivenRun, child: OpenChild, driver: DrivenRun): void {
  const { node, activation, index } = child.effect;
  const told = toldWaits(parent, { node, activation, index });
  child.driver = driver;
  const { waitsVersion } = driver.inFlight;
  const waits = waitsOf(driver.state);
  // Waits are rows of events, so they are JSON.
  const isTold = told !== undefined && equalJson(told as unknown as Json, waits as unknown as Json);
  // A version that never existed: so the parent is told again, whatever it believes.
  const outdated = told === undefined ? null : -1;
  driver.joinParent({ driver: parent, child, toldWaits: isTold ? waitsVersion : outdated });
}

/** What a parent believes that a child waits for; undefined while it believes that the child is working. */
export function toldWaits(
  { graph, state }: Pick<DrivenRun, 'graph' | 'state'>,
  name: ChildPlace,
): readonly ChildWait[] | undefined {
  const node = graph.nodeById.get(name.node);
  const alive = node === undefined ? [] : (state.nodes.get(node.index)?.alive ?? []);
  const activation = alive.find(({ n }) => n === name.activation);
  const told = activation === undefined ? [] : waitingChildren(activation);
  return told.find(([index]) => index === name.index)?.[1];
}

/** The child had ended, but the process died before its parent was told. */
async function reportEnded(
  runtime: RebuildRuntime,
  parent: DrivenRun,
  { child, record }: { readonly child: OpenChild; readonly record: RunRecord },
): Promise<void> {
  const stored = await runtime.store.runs.load(record.id);
  if (stored === undefined) return;
  const { state } = await rebuildRun(runtime, stored, { isLazy: true });
  parent.post(childFinished(state, child.effect), child);
}

/** A child run needs its parent, and is needed by it. */
async function linkParent(runtime: RebuildRuntime, driver: DrivenRun): Promise<void> {
  const { origin } = driver;
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

/** A parent with an append in flight may seem not to need the child any more; only what is written counts. */
async function findParent(
  { drivers }: RebuildRuntime,
  run: RunId,
  path: string,
): Promise<DrivenRun | undefined> {
  let parent = drivers.get(run);
  while (parent?.isBusy === true && openChild(parent, path) === undefined) {
    await parent.written();
    parent = drivers.get(run);
  }
  return parent;
}

function openChild({ inFlight }: DrivenRun, path: string): OpenChild | undefined {
  for (const siblings of inFlight.children.values()) {
    for (const child of siblings.values()) if (childPath(child.effect) === path) return child;
  }
  return undefined;
}
