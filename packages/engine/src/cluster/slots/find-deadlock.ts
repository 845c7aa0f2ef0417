// Deadlocks over slots across runs
// A tree of runs can hold a slot while a run below waits for another: two such trees may wait for each other forever, and one for itself.
//
// D1. A tree is at a standstill when nothing of it can go on but by a slot: no function is called, nobody is asked, no timer runs.
// D2. It is stuck when it is at a standstill and every slot that it waits for is held by stuck trees alone. Periods of time free slots by
//     themselves.
// D3. Of those who are stuck in one circle, the one that asked last gives way. Every process comes to the same result, from the store
//     alone.
// D4. What was read one after the other is true together only if it is still the same when it is read again.
import {
  askedSlots,
  isOver,
  type AskedSlots,
  type RunId,
  type RunState,
  type SlotWant,
} from '@skein/kernel';
import { EngineError, type RunRecord, type SlotRecord } from '@skein/ports';
import { isDriving } from '../../core/run/open-things.ts';
import { readRun } from '../read-run.ts';
import type { RebuildRuntime } from '../rebuild-run.ts';
import { inTakingOrder, slotId, slotKey, type AskingRun } from './slot-names.ts';

export interface DeadlockRuntime extends RebuildRuntime {
  readonly shared: { list(key: string, limit: number): Promise<readonly SlotRecord[]> };
}

/** Who waits, for a slot of which key, and who holds it. */
export interface Deadlock {
  readonly key: string;
  /** Runs that hold it, and wait in turn. */
  readonly heldBy: readonly RunId[];
}

const treesMax = 50;
const runsMax = 500;
const holdersMax = 1000;

/** Null unless the one that asks under this id has to give way. */
export async function findDeadlock(
  runtime: DeadlockRuntime,
  run: AskingRun & { readonly origin: { readonly root?: RunId } },
  id: string,
): Promise<Deadlock | null> {
  const root = run.origin.root ?? run.id;
  const found = await look(runtime, root, id);
  return found === null ? null : look(runtime, root, id);
}

async function look(runtime: DeadlockRuntime, root: RunId, id: string): Promise<Deadlock | null> {
  const trees = await readTrees(runtime, root);
  if (trees === null) return null;
  dropFree(trees);
  const circle = circleOf(trees, root);
  const asks = [...circle].flatMap((each) => trees.get(each) ?? []);
  const inside = asks.filter(({ holders }) => holders.some((holder) => circle.has(holder)));
  const [last] = inside.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  return last?.id === id ? { key: last.key, heldBy: last.heldBy } : null;
}

/** A slot that a tree at a standstill waits for. */
interface Ask {
  readonly id: string;
  readonly key: string;
  readonly at: number;
  readonly heldBy: readonly RunId[];
  /** The trees of those. */
  readonly holders: readonly RunId[];
}

type Trees = Map<RunId, readonly Ask[]>;

/** All trees that this one waits for, over however many others; those that can go on are not among them. Null: too many. */
async function readTrees(runtime: DeadlockRuntime, root: RunId): Promise<Trees | null> {
  const trees: Trees = new Map();
  const seen = new Set([root]);
  for (const each of seen) {
    if (seen.size > treesMax) return null;
    const asks = await readAsks(runtime, each);
    // If this one can go on, nothing else matters.
    if (asks === null && each === root) return null;
    if (asks === null) continue;
    trees.set(each, asks);
    for (const { holders } of asks) for (const holder of holders) seen.add(holder);
  }
  return trees;
}

/** Null when the tree is not at a standstill (D1). */
async function readAsks(runtime: DeadlockRuntime, root: RunId): Promise<Ask[] | null> {
  const record = await runtime.store.runs.get(root);
  if (record === undefined) return null;
  const asks: Ask[] = [];
  const runs: RunRecord[] = [record];
  for (const { id, status } of runs) {
    if (status !== 'waiting' || runs.length > runsMax) return null;
    const run = await readRun(runtime, id);
    if (isOver(run.state) || !isAtStandstill(run.state)) return null;
    for (const asked of askedSlots(run.state)) {
      if (asked.isGranted) continue;
      const ask = await readAsk(runtime, run, asked);
      if (ask === null) return null;
      asks.push(ask);
    }
    const below = childrenOf(run.state);
    if (below === 0) continue;
    const { items } = await runtime.store.runs.list({
      parent: id,
      isUnfinished: true,
      limit: runsMax,
    });
    // Some begin, or have ended, in this moment.
    if (items.length !== below) return null;
    runs.push(...items);
  }
  return asks.length === 0 ? null : asks;
}

function isAtStandstill({ status, waits, timers, quiet, paused }: RunState): boolean {
  if (status !== 'waiting' || waits.size > 0 || quiet !== null || paused !== null) return false;
  return [...timers.values()].every(({ purpose }) => !isDriving(purpose));
}

function childrenOf({ nodes, background }: RunState): number {
  let count = 0;
  for (const { children } of background.values()) count += children.running.size;
  for (const { alive } of nodes.values()) {
    for (const { extra } of alive) {
      count += extra?.children?.running.size ?? 0;
      for (const { kind } of extra?.asked?.values() ?? []) if (kind === 'child') count += 1;
    }
  }
  return count;
}

/** Null when it can be granted, or was. */
async function readAsk(
  runtime: DeadlockRuntime,
  run: AskingRun,
  asked: AskedSlots,
): Promise<Ask | null> {
  const id = slotId(run, asked);
  for (const want of inTakingOrder(asked.wants)) {
    const listed = await runtime.shared.list(slotKey(run, want), holdersMax);
    const own = listed.find((slot) => slot.id === id);
    if (own?.isGranted === true) continue;
    const heldBy = [...new Set(listed.filter((slot) => slot.isGranted).map((slot) => slot.run))];
    if (own === undefined || heldBy.length === 0 || isTimed(want)) return null;
    const holders: RunId[] = [];
    for (const holder of heldBy) {
      const record = await runtime.store.runs.get(holder);
      if (record === undefined) return null;
      holders.push(record.root ?? holder);
    }
    return { id, key: want.key, at: own.at, heldBy, holders };
  }
  return null;
}

/** Time alone makes room for it. */
function isTimed({ perMs, quietMs }: SlotWant): boolean {
  return perMs !== undefined || quietMs !== undefined;
}

/** Leaves those that are stuck (D2). */
function dropFree(trees: Trees): void {
  let before: number;
  do {
    before = trees.size;
    for (const [root, asks] of trees) {
      if (asks.some(({ holders }) => holders.some((holder) => !trees.has(holder)))) {
        trees.delete(root);
      }
    }
  } while (trees.size < before);
}

/** The stuck trees that this one waits for and that wait for it; empty when it is in no circle. */
function circleOf(trees: Trees, root: RunId): ReadonlySet<RunId> {
  const circle = new Set<RunId>();
  for (const each of reachedFrom(trees, root)) {
    if (reachedFrom(trees, each).has(root)) circle.add(each);
  }
  return circle;
}

function reachedFrom(trees: Trees, root: RunId): ReadonlySet<RunId> {
  const reached = new Set<RunId>();
  const holdersOf = (each: RunId) => (trees.get(each) ?? []).flatMap(({ holders }) => holders);
  for (const holder of holdersOf(root)) reached.add(holder);
  for (const each of reached) for (const holder of holdersOf(each)) reached.add(holder);
  return reached;
}

export function deadlockError(run: RunId, { key, heldBy }: Deadlock): EngineError {
  return new EngineError('SLOT_DEADLOCK', { run, key, heldBy });
}
