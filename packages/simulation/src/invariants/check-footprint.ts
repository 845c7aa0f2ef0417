// The limits of a simulated process (INV8)
// It has no memory and no files of its own that could be measured, so what would fill them is counted: runs and timers that a
// process holds, by what is open in its store, and the text of a journal. The limits are twice what many seeds needed.
import { hasEnded, type RunRecord } from '@skein/ports';

export interface Footprint {
  /** Runs in the store that have not ended. */
  readonly open: number;
  /** Callers that wait for its answer; default 0. */
  readonly asked?: number;
  /** Runs that the process holds. */
  readonly runs: number;
  /** Timers that it has set. */
  readonly timers: number;
  /** Characters of the longest journal. */
  readonly journalSize: number;
}

/** What the store says: its runs, and by run the texts of its rows. */
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

/** Of runs whose start is not written yet. */
const begunMax = 10;
const timersEach = 2;
const journalSizeMax = 32_768;

/** Sentences about what has outgrown its limit; none when all is well. */
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
