// Warm runs
// Runs as this process left them after a message, driver and all, so that the next one here need not read them again. Only a memory: what
// a host kept says which row a run is at, and one that is not there yet is brought there, or read anew.
//
// W1. A message has its run for itself. If it fails, its state is ahead of the journal, and the run is forgotten.
// W2. What was used longest ago is forgotten first.
import type { RunId } from '@skein/kernel';
import type { Observer } from '@skein/ports';
import type { RunDriver } from '../../core/driver/run-driver.ts';
import type { HostedRuntime } from './hosted-runtime.ts';

export interface WarmRun {
  readonly driver: RunDriver;
  readonly runtime: HostedRuntime;
}

/** How many rows the journals of warm runs may have together; states are about as large. */
const rowsMax = 100_000;
const countMax = 2000;

interface Entry extends WarmRun {
  /** As it was counted. */
  readonly rows: number;
}

export class WarmRuns {
  /** Those used last are last. */
  readonly #runs = new Map<RunId, Entry>();
  readonly #taken = new Map<RunId, WarmRun>();
  #rows = 0;
  readonly #observer: Observer | null;

  constructor(observer: Observer | null) {
    this.#observer = observer;
  }

  get size(): number {
    return this.#runs.size + this.#taken.size;
  }

  /** For a message, which gives it back with `keep`, or not at all. */
  take(run: RunId): WarmRun | null {
    const found = this.#runs.get(run);
    if (found === undefined) return null;
    this.#forget(run, found);
    this.#taken.set(run, found);
    return found;
  }

  keep(run: RunId, warm: WarmRun): void {
    const rows = warm.driver.state.seq;
    this.#runs.set(run, { ...warm, rows });
    this.#rows += rows;
    for (const [oldest, entry] of this.#runs) {
      if (this.#runs.size <= countMax && this.#rows <= rowsMax) break;
      this.#forget(oldest, entry);
      this.#observer?.left(oldest);
    }
  }

  /** The message that has it is handled. */
  leave(run: RunId): void {
    this.#taken.delete(run);
  }

  /** For a look: also while a message has it, and then perhaps ahead of the journal. */
  look(run: RunId): RunDriver | null {
    return (this.#runs.get(run) ?? this.#taken.get(run))?.driver ?? null;
  }

  #forget(run: RunId, { rows }: Entry): void {
    this.#runs.delete(run);
    this.#rows -= rows;
  }
}
