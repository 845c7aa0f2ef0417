import type { RunId, RunState } from '@skein/kernel';
import type { EngineStore } from '@skein/ports';
import type { Snapshots } from './snapshots.ts';

/** The run that they belong to. */
interface WokenRun {
  readonly id: RunId;
  readonly state: RunState;
  readonly runtime: { readonly store: EngineStore };
}

/**
 * Conversations of a woken run, which are only in the journal. They are read when a function is called, because it
 * may need them, and all at once.
 */
export class UnreadMessages {
  readonly #run: WokenRun;
  readonly #snapshots: Snapshots;
  readonly #onRead: () => void;
  #reading: Promise<void> | null = null;

  constructor(run: WokenRun, snapshots: Snapshots, onRead: () => void) {
    this.#run = run;
    this.#snapshots = snapshots;
    this.#onRead = onRead;
  }

  /** Shared by all concurrent callers. */
  read(): Promise<void> {
    this.#reading ??= this.#read().finally(() => (this.#reading = null));
    return this.#reading;
  }

  async #read(): Promise<void> {
    const run = this.#run;
    const seqs = this.#snapshots.unreadRows(run.state);
    const rows = await run.runtime.store.runs.rows(run.id, seqs);
    // The run may have continued meanwhile: it has only appended to them.
    this.#snapshots.fill(run.state, rows);
    this.#onRead();
  }
}

export function lacksMessages({ contexts }: RunState): boolean {
  return [...contexts.values()].some(({ unread }) => unread > 0);
}
