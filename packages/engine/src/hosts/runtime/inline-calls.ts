// Inline calls
// Functions that the turn of a hosted run calls itself, because that costs so much less than a message to a worker and back.
//
// I1. Only those that are pure, or were declared fast and are not guarded.
// I2. A fast one begins when all that led to it is in the store (Driver R1). What may happen any number of times need not wait for that.
//     Where a budget bounds the run, it is ordered too: it may have to wait for others who pay (Hosted budget).
// I3. A turn is short, because other messages of its run wait for it: behind so many calls, or so much time, the others are ordered.
//     One that is not over by then is given up, and ordered too.
import { planExecution } from '../../core/driver/plan-effect.ts';
import type { RunDriver } from '../../core/driver/run-driver.ts';
import { enactTask } from '../../core/driver/enact-task.ts';
import type { Execution } from '../../core/execution/execution.ts';
import { executeEffect } from '../../core/driver/reopen.ts';
import { activationOf } from '../../features/waits/asked-of.ts';

export type InlineKind = 'pure' | 'fast';

const callsMax = 100;
/** None is begun later. */
const beginMaxMs = 250;
/** None goes on longer. */
const endMaxMs = 1000;

export class InlineCalls {
  readonly #kindOf: (execution: Execution) => InlineKind | null;
  readonly #write: (driver: RunDriver) => Promise<void>;
  readonly #isBounded: (driver: RunDriver) => boolean;
  #calls: Execution[] = [];
  #begunAt = 0;

  constructor(options: {
    readonly kindOf: (execution: Execution) => InlineKind | null;
    /** Writes all that the turn has brought about so far. */
    readonly write: (driver: RunDriver) => Promise<void>;
    readonly isBounded: (driver: RunDriver) => boolean;
  }) {
    this.#kindOf = options.kindOf;
    this.#write = options.write;
    this.#isBounded = options.isBounded;
  }

  /** For the next turn. */
  clear(): void {
    this.#calls = [];
  }

  get areInFlight(): boolean {
    return this.#calls.some(({ live }) => live);
  }

  /** Begins a call; null when it must be ordered, else what must be waited for. */
  begin(driver: RunDriver, execution: Execution): Promise<void> | 'begun' | null {
    const kind = this.#kindOf(execution);
    if (kind === null || !this.#hasRoom) return null;
    if (kind === 'fast' && this.#isBounded(driver)) return null;
    this.#calls.push(execution);
    if (kind === 'fast') {
      return this.#write(driver).then(() => enactTask(driver, execution));
    }
    enactTask(driver, execution);
    return 'begun';
  }

  /** How much time those under way have left. */
  get leftMs(): number {
    return Math.max(0, this.#begunAt + endMaxMs - performance.now());
  }

  /** Gives up what is under way; gives back what is to be called in its place. */
  giveUp(driver: RunDriver): readonly Execution[] {
    const late = this.#calls.filter(({ live, isSuspended }) => live && !isSuspended);
    return late.flatMap((execution) => {
      execution.live = false;
      execution.abort();
      const activation = activationOf(driver, execution.effect);
      return activation === undefined ? [] : [planExecution(driver, executeEffect(activation))];
    });
  }

  get #hasRoom(): boolean {
    if (this.#calls.length === 0) this.#begunAt = performance.now();
    return this.#calls.length < callsMax && performance.now() - this.#begunAt < beginMaxMs;
  }
}
