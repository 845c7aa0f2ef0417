// Residents
// Runs that wait for people, events or a distant time, and are still in memory: the newest ones, because an answer often
// arrives soon. The others are only in the store.
import type { RunId } from '@skein/kernel';
import { isSettled } from '../../core/driver/update-settled.ts';
import type { DrivenRun } from '../../core/run/driven-run.ts';
import type { Ports } from '../../engine-ports.ts';
import type { OpenTrees } from '../peers.ts';

interface ResidentsRuntime extends Ports<'clock'> {
  readonly trees: OpenTrees;
}

const admittedMs = 1000;
/** A timer that is due sooner than this is awaited in memory. */
const farMs = 5000;

export class Residents {
  readonly #runtime: ResidentsRuntime;
  readonly #max: number;
  /** Roots of idle trees, the one that has been idle longest first. */
  readonly #idle = new Map<RunId, DrivenRun>();
  #cancelTrim: (() => void) | null = null;

  constructor(runtime: ResidentsRuntime, max: number) {
    this.#runtime = runtime;
    this.#max = max;
  }

  /** The run has just been active. */
  look(driver: DrivenRun): void {
    const root = rootOf(driver);
    this.#idle.delete(root.id);
    if (!isIdleTree(root, this.#runtime.clock.now())) return;
    this.#idle.set(root.id, root);
    if (this.#idle.size > this.#max) this.#evictOldest();
  }

  /** Just loaded, usually because something arrived for it: it may stay for a moment, whatever else is in memory. */
  admit(driver: DrivenRun): void {
    const root = rootOf(driver);
    const { clock } = this.#runtime;
    if (!isIdleTree(root, clock.now())) return;
    this.#idle.set(root.id, root);
    this.#cancelTrim ??= clock.setTimer(clock.now() + admittedMs, () => this.#trim());
  }

  stop(): void {
    this.#cancelTrim?.();
  }

  #trim(): void {
    this.#cancelTrim = null;
    for (let excess = this.#idle.size - this.#max; excess > 0; excess--) this.#evictOldest();
  }

  #evictOldest(): void {
    for (const [id, root] of this.#idle) {
      this.#idle.delete(id);
      const tree = treeOf(root);
      if (!tree.every(canLeave)) continue;
      this.#runtime.trees.close(tree);
      return;
    }
  }
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
