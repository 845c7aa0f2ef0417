// Residents
// Runs that wait for people, events or a distant time, and are still in memory: the newest ones, because an answer often
// arrives soon. The others are only in the store.
//
// V1. So many stay for as long as nobody needs the room (`max`).
// V2. More of them may stay for a while, when many begin to wait at once and are answered soon: to leave and to come back costs as much as
//     all else that such a run does. Their number (`burstMax`) and the bytes of their journals (`burstBytes`) are bounded.
// V3. Those that stayed too long leave a few at a time: nobody else is kept waiting by it.
import type { RunId } from '@skein/kernel';
import { isSettled } from '../../core/driver/update-settled.ts';
import type { DrivenRun } from '../../core/run/driven-run.ts';
import type { Ports } from '../../engine-ports.ts';
import type { OpenTrees } from '../peers.ts';

interface ResidentsRuntime extends Ports<'clock'> {
  readonly trees: OpenTrees;
}

export interface ResidentsMax {
  readonly max: number;
  /** Default: `max`, and none stays for a while only. */
  readonly burstMax?: number;
}

interface Resident {
  readonly root: DrivenRun;
  readonly since: number;
  readonly bytes: number;
}

const admittedMs = 1000;
/** A timer that is due sooner than this is awaited in memory. */
const farMs = 5000;
/** How long more than `max` may stay (V2). */
const burstMs = 10_000;
const burstBytes = 16 * 1024 * 1024;
/** How many leave at a time (V3), and how soon the next ones do. */
const leavingMax = 50;
const leavingMs = 10;

export class Residents {
  readonly #runtime: ResidentsRuntime;
  readonly #max: number;
  readonly #burstMax: number;
  /** By the roots of idle trees, the one that has been idle longest first. */
  readonly #idle = new Map<RunId, Resident>();
  #bytes = 0;
  #cancelTrim: (() => void) | null = null;
  #trimAt = Infinity;

  constructor(runtime: ResidentsRuntime, { max, burstMax = max }: ResidentsMax) {
    this.#runtime = runtime;
    this.#max = max;
    this.#burstMax = Math.max(max, burstMax);
  }

  /** The run has just been active. */
  look(driver: DrivenRun): void {
    const root = rootOf(driver);
    this.#forget(root.id);
    const now = this.#runtime.clock.now();
    if (!isIdleTree(root, now)) return;
    this.#keep(root, now);
    if (this.#idle.size <= this.#max) return;
    if (this.#idle.size > this.#burstMax || this.#bytes > burstBytes) this.#evictOldest();
    else this.#trimBy(now + burstMs);
  }

  /** Just loaded, usually because something arrived for it: it may stay for a moment, whatever else is in memory. */
  admit(driver: DrivenRun): void {
    const root = rootOf(driver);
    const now = this.#runtime.clock.now();
    if (!isIdleTree(root, now)) return;
    this.#keep(root, now);
    if (this.#idle.size > this.#max) this.#trimBy(now + admittedMs);
  }

  stop(): void {
    this.#cancelTrim?.();
    this.#cancelTrim = null;
  }

  #keep(root: DrivenRun, since: number): void {
    this.#forget(root.id);
    const bytes = sizeOf(root.inFlight.children.size === 0 ? [root] : treeOf(root));
    this.#idle.set(root.id, { root, since, bytes });
    this.#bytes += bytes;
  }

  #forget(root: RunId): void {
    const known = this.#idle.get(root);
    if (known === undefined) return;
    this.#idle.delete(root);
    this.#bytes -= known.bytes;
  }

  #trimBy(at: number): void {
    if (this.#cancelTrim !== null && this.#trimAt <= at) return;
    this.#cancelTrim?.();
    this.#trimAt = at;
    this.#cancelTrim = this.#runtime.clock.setTimer(at, () => this.#trim(), { isIdle: true });
  }

  /** Those that were admitted may stay as long as those that have just begun to wait. */
  #trim(): void {
    this.#cancelTrim = null;
    const now = this.#runtime.clock.now();
    const isPatient = this.#idle.size <= this.#burstMax && this.#bytes <= burstBytes;
    for (let left = 0; this.#idle.size > this.#max; left++) {
      const [oldest] = this.#idle.values();
      const dueAt = (oldest?.since ?? 0) + burstMs;
      if (isPatient && this.#burstMax > this.#max && dueAt > now) return this.#trimBy(dueAt);
      if (left === leavingMax) return this.#trimBy(now + leavingMs);
      this.#evictOldest();
    }
  }

  #evictOldest(): void {
    for (const { root } of this.#idle.values()) {
      this.#forget(root.id);
      const tree = treeOf(root);
      if (!tree.every(canLeave)) continue;
      this.#runtime.trees.close(tree);
      return;
    }
  }
}

function sizeOf(tree: readonly DrivenRun[]): number {
  return tree.reduce((size, { snapshots }) => size + (snapshots?.held ?? 0), 0);
}

/** Whether only people, events or a distant time can bring a tree on. */
export function isIdleTree(root: DrivenRun, now: number): boolean {
  if (root.isGone || root.isBusy) return false;
  if (isSettled(root)) return root.state.status === 'waiting';
  return root.inFlight.isOnlyTimers && (wakeTime(root) ?? 0) > now + farMs;
}

export function rootOf(driver: DrivenRun): DrivenRun {
  let root = driver;
  while (root.parent !== null) root = root.parent.driver;
  return root;
}

/** From the root downwards. */
export function treeOf(root: DrivenRun): readonly DrivenRun[] {
  const tree = [root];
  for (const { inFlight } of tree) {
    for (const siblings of inFlight.children.values()) {
      for (const { driver } of siblings.values()) if (driver !== null) tree.push(driver);
    }
  }
  return tree;
}

/** Nobody watches it, nothing is in flight, and none of its functions is executing. */
function canLeave(driver: DrivenRun): boolean {
  const { watchers, inFlight } = driver;
  if (driver.isGone || driver.isBusy || watchers.isWatched || watchers.isAwaited) return false;
  for (const call of inFlight.executions.values()) {
    if (call.type !== 'execution' || !call.isAtRest) return false;
  }
  return true;
}

/** When the run continues by itself: its earliest timer or deadline. */
export function wakeTime({ state }: DrivenRun): number | null {
  let earliest: number | null = null;
  const note = (at: number | null) => {
    if (at !== null && (earliest === null || at < earliest)) earliest = at;
  };
  for (const { at } of state.timers.values()) note(at);
  for (const { deadlineAt } of state.waits.values()) note(deadlineAt);
  return earliest;
}
