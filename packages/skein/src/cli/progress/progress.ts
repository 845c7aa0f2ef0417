import type { RunUpdate } from '@skein/engine';
import type { Terminal } from '../terminal.ts';
import { liveProgress } from './live-progress.ts';
import type { IsWritten } from './progress-items.ts';
import { plainProgress } from './plain-progress.ts';

/** Shows what happens in a run while it happens. */
export interface Progress {
  update(update: RunUpdate): void;
  /** Writes what is still to be written and leaves the cursor on a fresh line; more may follow. */
  pause(): void;
  close(): void;
}

/** Lines that change in place on a terminal, plain lines elsewhere. */
export function createProgress(terminal: Terminal, isWritten: IsWritten): Progress {
  return terminal.isLive ? liveProgress(terminal, isWritten) : plainProgress(terminal, isWritten);
}
