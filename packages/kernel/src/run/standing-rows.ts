import type { RunEvent } from '../events.ts';

/** The entries of a journal that count: without those that a run which was resumed has gone back behind. */
export function standingRows(rows: readonly RunEvent[]): readonly RunEvent[] {
  const standing: RunEvent[] = [];
  for (const row of rows) {
    if (row.type === 'run.resumed') {
      while ((standing.at(-1)?.seq ?? 0) > row.after) standing.pop();
    }
    standing.push(row);
  }
  return standing;
}
