// The pump
// Advances every run that has something to do, one batch at a time, in one loop: the result of a function never calls
// the next function from inside its own call, so no chain is long enough to overflow the stack.
//
// P1. A run advances by one batch (its inbox, one append, what follows from it), then queues after the others.
// P2. After `advancesMax` batches the event loop runs, also when each batch came from a microtask of its own.
// P3. A run of a user who has had enough of the current minute is put back until the next one (Turns of users).
import type { UserTurns } from './user-turns.ts';

/** A thousand batches take about 2 ms. */
const advancesMax = 1000;

export interface Pumped {
  isQueued: boolean;
  /** Whose it is. */
  readonly origin: { readonly user?: string };
  /** Does one batch; true when there is more to do at once. */
  advance(): boolean;
}

export class Pump {
  readonly #queue: Pumped[] = [];
  #next = 0;
  #advances = 0;
  #isRunning = false;
  #isClosed = false;
  #immediate: NodeJS.Immediate | null = null;
  readonly #turns: UserTurns | null;

  constructor(turns: UserTurns | null = null) {
    this.#turns = turns;
  }

  wake(pumped: Pumped): void {
    if (pumped.isQueued) return;
    pumped.isQueued = true;
    this.#queue.push(pumped);
    if (!this.#isRunning) this.#run();
  }

  get isIdle(): boolean {
    return !this.#isRunning;
  }

  /** Holds nobody back any more. */
  release(): void {
    this.#turns?.release();
  }

  close(): void {
    this.#isClosed = true;
    this.#turns?.release();
    if (this.#immediate !== null) clearImmediate(this.#immediate);
  }

  #run(): void {
    this.#isRunning = true;
    while (this.#next < this.#queue.length) {
      if (this.#isClosed) return;
      if (this.#advances === advancesMax) {
        this.#advances = 0;
        this.#immediate = setImmediate(() => this.#run());
        return;
      }
      this.#advances += 1;
      this.#advanceNext();
    }
    this.#queue.length = 0;
    this.#next = 0;
    this.#isRunning = false;
  }

  #advanceNext(): void {
    const pumped = this.#queue[this.#next] as Pumped;
    this.#next += 1;
    // What is done would otherwise never be given back while one run always has more to do.
    if (this.#next === advancesMax) this.#next -= this.#queue.splice(0, advancesMax).length;
    pumped.isQueued = false;
    const hasMore = this.#turns === null ? pumped.advance() : this.#advanceInTurn(pumped);
    if (hasMore && !pumped.isQueued) {
      pumped.isQueued = true;
      this.#queue.push(pumped);
    }
  }

  /** The same, if it is the turn of its user (P3). */
  #advanceInTurn(pumped: Pumped): boolean {
    const { user = '' } = pumped.origin;
    if (this.#turns?.take(user, () => this.wake(pumped)) !== true) return false;
    return this.timed(pumped, () => pumped.advance());
  }

  /** Does something for a run, outside of its batches too, at the expense of its user. */
  timed<T>({ origin: { user = '' } }: Pumped, work: () => T): T {
    if (this.#turns === null) return work();
    const before = performance.now();
    try {
      return work();
    } finally {
      this.#turns.add(user, performance.now() - before);
    }
  }
}
