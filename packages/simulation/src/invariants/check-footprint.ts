// The limits of a simulated process (INV8)
// A simulated process has no memory or files of its own that could be measured, so what would fill them is counted: the runs
// and timers that it holds, relative to what is open in its store, and the text of a journal. Limits are twice what many seeds needed.
import { hasEnded, type RunRecord } from '@skein/ports';

export interface Footprint {
  /** Runs in the store that have not ended. */
  readonly open: number;
  /** Callers that wait for an answer from the process; default 0. */
  readonly asked?: number;
  /** Runs that the process holds. */
  readonly runs: number;
  /** Timers that it has set. */
  readonly timers: number;
  /** Characters of the longest journal. */
  readonly journalSize: number;
}

/** What the store contains: its runs, and the texts of the rows of each run. */
export function storedFootprint(
  records: readonly RunRecord[],
  rows: ReadonlyMap<string, readonly string[]>,
): Pick<Footprint, 'open' | 'journalSize'> {
  const sizes = [...rows.values()].map((texts) =>
    texts.reduce((size, text) => size + text.length, 0),
  );
  return {
    open: records.filter((record) => !hasEnded(record)).length,
    journalSize: Math.max(0, ...sizes),
  };
}

/** Runs whose start is not written yet. */
const begunMax = 10;
const timersEach = 2;
const journalSizeMax = 32_768;

/** Sentences about what has outgrown its limit; empty when all is well. */
export function checkFootprint(found: Footprint): readonly string[] {
  const { open, asked = 0, runs, timers, journalSize } = found;
  const held = open + asked + begunMax;
  const limits = [
    ['runs in memory', runs, held],
    ['timers', timers, timersEach * held],
    ['characters in a journal', journalSize, journalSizeMax],
  ] as const;
  return limits
    .filter(([, count, max]) => count > max)
    .map(
      ([what, count, max]) => `There are ${count} ${what}, and ${max} may be with ${open} open.`,
    );
}
