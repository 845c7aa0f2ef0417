// The limits of a simulated process (INV8)
// It has no memory and no files of its own that could be measured, so what would fill them is counted: runs and timers that a
// process holds, by what is open in its store, and the text of a journal. The limits are twice what many seeds needed.

export interface Footprint {
  /** Runs in the store that have not ended. */
  readonly open: number;
  /** Runs that the process holds. */
  readonly runs: number;
  /** Timers that it has set. */
  readonly timers: number;
  /** Characters of the longest journal. */
  readonly journalSize: number;
}

/** Of runs whose start is not written yet. */
const begunMax = 10;
const timersEach = 2;
const journalSizeMax = 32_768;

/** Sentences about what has outgrown its limit; none when all is well. */
export function checkFootprint({ open, runs, timers, journalSize }: Footprint): readonly string[] {
  const held = open + begunMax;
  const limits = [
    ['runs in memory', runs, held],
    ['timers', timers, timersEach * held],
    ['characters in a journal', journalSize, journalSizeMax],
  ] as const;
  return limits
    .filter(([, found, max]) => found > max)
    .map(
      ([what, found, max]) => `There are ${found} ${what}, and ${max} may be with ${open} open.`,
    );
}
