import type { RunUpdate } from '@skein/engine';

/** Shows what happens in a run while it happens. */
export interface Progress {
  update(update: RunUpdate): void;
  /** Writes what is still to be written and leaves the cursor on a fresh line; more may follow. */
  pause(): void;
  close(): void;
}
