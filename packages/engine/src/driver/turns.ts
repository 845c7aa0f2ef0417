// Turns
// How many functions an engine has under way at once. Whoever comes when all places are taken waits in a queue of its tree
// of runs; the trees take turns, so a run with a thousand branches does not hold up one with a single step.
//
// T1. A function that gives back a plain value is over in the moment it begins, and needs no place.
// T2. A function that waits for a person gives its place back; else the people would decide who may work.
import { EngineError } from '@skein/ports';

export interface Limits {
  /** Functions under way at once; default 64. */
  readonly executions?: number;
  /** Functions that wait for their turn; a new run is refused with ENGINE_BUSY when there are so many; default 10,000. */
  readonly queued?: number;
}

const executionsDefault = 64;
const queuedDefault = 10_000;

export class Turns {
  readonly #max: number;
  readonly #queuedMax: number;
  /** By the root of the tree, the one whose turn it is first. */
  readonly #queues = new Map<string, (() => void)[]>();
  #taken = 0;
  #queued = 0;

  constructor({ executions = executionsDefault, queued = queuedDefault }: Limits) {
    this.#max = executions;
    this.#queuedMax = queued;
  }

  /** Whether a function may begin now. */
  get isFree(): boolean {
    return this.#taken < this.#max;
  }

  /** The function that has just begun goes on for a while. */
  take(): void {
    this.#taken += 1;
  }

  /** It is over, or waits for somebody. */
  giveBack(): void {
    this.#taken -= 1;
    while (this.isFree && this.#queued > 0) this.#next();
  }

  wait(tree: string, begin: () => void): void {
    this.#queued += 1;
    const queue = this.#queues.get(tree);
    if (queue === undefined) this.#queues.set(tree, [begin]);
    else queue.push(begin);
  }

  /** Throws when the engine has enough to do. */
  checkRoom(): void {
    if (this.#queued < this.#queuedMax) return;
    throw new EngineError('ENGINE_BUSY', { queued: this.#queued, limit: this.#queuedMax });
  }

  #next(): void {
    for (const [tree, queue] of this.#queues) {
      const begin = queue.shift();
      this.#queues.delete(tree);
      if (queue.length > 0) this.#queues.set(tree, queue);
      this.#queued -= 1;
      begin?.();
      return;
    }
  }
}
