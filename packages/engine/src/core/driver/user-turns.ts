// Turns of users
// How much time of this process the runs of each user have had in the current minute. Whoever has had as much as one may have waits for the
// next minute: delayed, never failed.
//
// U1. Measured by the process, not by the clock of the engine: what is shared is the thread.
// U2. Where a user may have the whole minute, nothing is measured: it would cost about as much as the smallest batch.
const minuteMs = 60_000;

interface Turn {
  usedMs: number;
  /** What waits for the next minute. */
  readonly held: (() => void)[];
  /** Ends the minute. */
  readonly timer: NodeJS.Timeout;
}

export class UserTurns {
  readonly #maxMs: number;
  readonly #turns = new Map<string, Turn>();
  #isReleased = false;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  /** False while the user has had enough; then it is called again in the next minute. */
  take(user: string, again: () => void): boolean {
    const turn = this.#turns.get(user);
    if (turn === undefined || turn.usedMs < this.#maxMs) return true;
    turn.held.push(again);
    // A process must not end before what it holds back has been done.
    turn.timer.ref();
    return false;
  }

  /** The user has had this much more. */
  add(user: string, ms: number): void {
    if (this.#isReleased) return;
    const turn = this.#turns.get(user);
    if (turn !== undefined) {
      turn.usedMs += ms;
      return;
    }
    const timer = setTimeout(() => this.#end(user), minuteMs).unref();
    this.#turns.set(user, { usedMs: ms, held: [], timer });
  }

  /** Nobody is held back any more: the process is about to end, and what has come back is still to be recorded. */
  release(): void {
    this.#isReleased = true;
    for (const [user, { timer }] of this.#turns) {
      clearTimeout(timer);
      this.#end(user);
    }
  }

  #end(user: string): void {
    const held = this.#turns.get(user)?.held ?? [];
    this.#turns.delete(user);
    for (const again of held) again();
  }
}

/** Null where nobody is bounded (U2). */
export function userTurns(maxMs: number): UserTurns | null {
  return maxMs >= minuteMs ? null : new UserTurns(maxMs);
}
