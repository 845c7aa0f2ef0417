import type { RunState } from '@skein/kernel';
import type { RunDriver } from '../../core/driver/run-driver.ts';
import type { Snapshots } from './snapshots.ts';

/**
 * Conversations of a run that was woken, which are in the journal alone. They are read when a function is called, because it
 * may ask for them, and all at once.
 */
export class UnreadMessages {
  readonly #driver: RunDriver;
  readonly #snapshots: Snapshots;
  #reading: Promise<void> | null = null;

  constructor(driver: RunDriver, snapshots: Snapshots) {
    this.#driver = driver;
    this.#snapshots = snapshots;
  }

  /** For everyone who needs them at the same time. */
  read(): Promise<void> {
    this.#reading ??= this.#read().finally(() => (this.#reading = null));
    return this.#reading;
  }

  async #read(): Promise<void> {
    const driver = this.#driver;
    const seqs = this.#snapshots.unreadRows(driver.state);
    const rows = await driver.runtime.store.runs.rows(driver.id, seqs);
    // The run may have gone on meanwhile: it has only added to them.
    this.#snapshots.fill(driver.state, rows);
    driver.unread = null;
  }
}

export function lacksMessages({ contexts }: RunState): boolean {
  return [...contexts.values()].some(({ unread }) => unread > 0);
}
