// Ended runs
// The newest few stay in memory, because their result is asked for right after they have finished. Bounded by their length
// too: a run of a hundred thousand rows is kept alone.
import type { RunId } from '@skein/kernel';
import type { DrivenRun } from '../run/driven-run.ts';

const runsMax = 64;
const rowsMax = 500;

export class EndedRuns {
  /** The oldest first. */
  readonly #drivers = new Map<RunId, DrivenRun>();
  #rows = 0;

  get(run: RunId): DrivenRun | undefined {
    return this.#drivers.get(run);
  }

  add(driver: DrivenRun): void {
    this.#drivers.set(driver.id, driver);
    this.#rows += driver.state.seq;
    for (const oldest of this.#drivers.values()) {
      const isFull = this.#drivers.size > runsMax || this.#rows > rowsMax;
      if (!isFull || oldest === driver) return;
      this.#drivers.delete(oldest.id);
      this.#rows -= oldest.state.seq;
    }
  }

  delete(run: RunId): void {
    const driver = this.#drivers.get(run);
    if (driver === undefined) return;
    this.#drivers.delete(run);
    this.#rows -= driver.state.seq;
  }

  clear(): void {
    this.#drivers.clear();
    this.#rows = 0;
  }
}
