import type { Terminal } from '../output/terminal.ts';
import { liveProgress } from './live-progress.ts';
import type { IsWritten } from './progress-item.ts';
import { plainProgress } from './plain-progress.ts';
import type { Progress } from './progress.ts';

/** Lines that change in place on a terminal, plain lines elsewhere. */
export function createProgress(terminal: Terminal, isWritten: IsWritten): Progress {
  return terminal.isLive ? liveProgress(terminal, isWritten) : plainProgress(terminal, isWritten);
}
