// Long work
// Pure work that may be interrupted between its parts: whoever has a thread of their own does it at once, whoever shares one lets the
// others go first in between. What it yields means nothing.
export type LongWork<T> = Generator<undefined, T, undefined>;

export function doAtOnce<T>(work: LongWork<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** How many small things are done before a part is over: some tenths of a millisecond. */
export const partLength = 50;
