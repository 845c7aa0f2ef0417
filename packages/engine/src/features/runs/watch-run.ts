import type { RunId } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import type { RunUpdate } from '../../core/run/run-update.ts';
import { readCursor } from './tree-cursor.ts';
import { treeUpdates } from './tree-updates.ts';
import { runUpdates, type WatchOptions, type WatchRuntime } from './run-updates.ts';

/** The stream of a run, or of the run with everything below it. A place that is none is refused at once. */
export function watchRun(
  runtime: WatchRuntime,
  run: RunId,
  { after = 0, tree = false, signal }: WatchOptions = {},
): AsyncIterable<RunUpdate> {
  if (!tree && typeof after === 'number') return runUpdates(runtime, run, { after, signal });
  if (!tree) throw new EngineError('BAD_VALUE', { what: 'after', complaint: notOfRun });
  if (typeof after === 'number' && after !== 0)
    throw new EngineError('BAD_VALUE', { what: 'after', complaint: notOfTree });
  const read = typeof after === 'string' ? readCursor(after) : new Map<RunId, number>();
  return treeUpdates(runtime, run, { read, signal });
}

const notOfRun = 'The stream of a run resumes after the number of a row.';
const notOfTree = 'The stream of a tree resumes after the cursor of an update.';
