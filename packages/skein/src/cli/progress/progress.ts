import type { RunUpdate } from '@skein/engine';
import type { Terminal } from '../terminal.ts';
import { liveProgress } from './live-progress.ts';
import { plainProgress } from './plain-progress.ts';

/** Shows what happens in a run while it happens. */
export interface Progress {
  update(update: RunUpdate): void;
  /** Writes what is still to be written and leaves the cursor on a fresh line; more may follow. */
  pause(): void;
  close(): void;
}

/** Lines that change in place on a terminal, plain lines elsewhere, nothing beside JSON. */
export function createProgress(terminal: Terminal, isJson: boolean): Progress | null {
  if (isJson) return null;
  return terminal.isLive ? liveProgress(terminal) : plainProgress(terminal);
}
