// Inline calls
// Functions that are called while a message of a hosted run is handled, because that costs so much less than a message to a worker and back.
//
// I1. Only those that are pure, or were declared fast and are not guarded.
// I2. A fast one begins when all that led to it is in the store (Driver R1). What may happen any number of times need not wait for that.
//     Where a budget bounds the run, it is ordered too: it may have to wait for others who pay (Hosted budget).
// I3. A message is handled in a short time, because others of its run wait for it: after so many calls, or so much time, the others are ordered.
//     One that is not over by then is given up, and ordered too.
import { activationOf } from '../../core/run/activation-of.ts';
import type { DrivenRun, OpenExecution } from '../../core/run/driven-run.ts';
import { executeEffect } from '../../core/run/open-effects.ts';

export type InlineKind = 'pure' | 'fast';

const callsMax = 100;
/** None is begun later. */
const beginMaxMs = 250;
/** None takes longer. */
const endMaxMs = 1000;

export class InlineCalls {
  readonly #kindOf: (execution: OpenExecution) => InlineKind | null;
  readonly #write: (driver: DrivenRun) => Promise<void>;
  readonly #isBounded: (driver: DrivenRun) => boolean;
  readonly #call: (driver: DrivenRun, execution: OpenExecution) => void;
  #calls: OpenExecution[] = [];
  #begunAt = 0;

  constructor(options: {
    readonly kindOf: (execution: OpenExecution) => InlineKind | null;
    /** Writes all that the message has brought about so far. */
    readonly write: (driver: DrivenRun) => Promise<void>;
    readonly isBounded: (driver: DrivenRun) => boolean;
    readonly call: (driver: DrivenRun, execution: OpenExecution) => void;
  }) {
    this.#kindOf = options.kindOf;
    this.#write = options.write;
    this.#isBounded = options.isBounded;
    this.#call = options.call;
  }

  /** For the next message. */
  clear(): void {
    this.#calls = [];
  }

  get areInFlight(): boolean {
    return this.#calls.some(({ live }) => live);
  }

  /** Begins a call; null when it must be ordered, else what must be waited for. */
  begin(driver: DrivenRun, execution: OpenExecution): Promise<void> | 'begun' | null {
    const kind = this.#kindOf(execution);
    if (kind === null || !this.#hasRoom) return null;
    if (kind === 'fast' && this.#isBounded(driver)) return null;
    this.#calls.push(execution);
    if (kind === 'fast') {
      return this.#write(driver).then(() => this.#call(driver, execution));
    }
    this.#call(driver, execution);
    return 'begun';
  }

  /** How much time those in flight have left. */
  get leftMs(): number {
    return Math.max(0, this.#begunAt + endMaxMs - performance.now());
  }

  /** Gives up what is in flight; gives back what is to be called in its place. */
  giveUp(driver: DrivenRun): readonly OpenExecution[] {
    const late = this.#calls.filter(({ live, isSuspended }) => live && !isSuspended);
    return late.flatMap((execution) => {
      execution.live = false;
      execution.abort();
      const activation = activationOf(driver, execution.effect);
      return activation === undefined ? [] : [driver.callAgain(executeEffect(activation))];
    });
  }

  get #hasRoom(): boolean {
    if (this.#calls.length === 0) this.#begunAt = performance.now();
    return this.#calls.length < callsMax && performance.now() - this.#begunAt < beginMaxMs;
  }
}
