import type { RunEvent } from '../events.ts';
import type { Json } from '../json.ts';

/** The input that a run began with, or would begin with now: that of the newest start which has joined it. */
export function inputOf(rows: Iterable<RunEvent>): Json | undefined {
  let input: Json | undefined;
  const starts = new Set<string>();
  for (const row of rows) {
    if (row.type === 'run.started') ({ input } = row);
    else if (row.type !== 'run.joined') break;
    else if (!starts.has(row.start)) ({ input } = row);
    if (row.type === 'run.joined') starts.add(row.start);
  }
  return input;
}
