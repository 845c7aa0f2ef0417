import type { RunId } from '@skein/api';
import { runHeader } from '@skein/ports';

/** The run whose node or tool made a request: engines set the header themselves. Whoever else sends it only takes from their own rights. */
export function callerIn(headers: Headers): RunId | undefined {
  const run = headers.get(runHeader);
  // Compared with ids of runs, and used for nothing else.
  return run === null || run === '' ? undefined : (run as RunId);
}
