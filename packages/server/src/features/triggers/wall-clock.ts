// The wall clock of a time zone
// A wall time is what a clock on the wall shows, counted in milliseconds as if the wall stood in UTC. Clocks that go
// forward skip wall times, clocks that go back show some of them twice.

export interface WallClock {
  /** What the wall shows at this instant. */
  at(instant: number): number;
  /** When the wall shows this: once, twice (in order), or never. */
  instantsOf(wall: number): readonly number[];
  /** When clocks next change in this span, and by how much they go forward; null if they do not. */
  changeIn(from: number, to: number): { readonly at: number; readonly forward: number } | null;
}

/** No zone has ever been further from UTC than this. */
const offsetMaxMs = 16 * 3_600_000;

/** Throws a `RangeError` when there is no such zone. */
export function wallClock(timezone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

  function at(instant: number): number {
    const part: Record<string, string> = {};
    for (const { type, value } of format.formatToParts(instant)) part[type] = value;
    const number = (type: string) => Number(part[type]);
    const year = part['era'] === 'BC' ? 1 - number('year') : number('year');
    const seconds = Date.UTC(
      year,
      number('month') - 1,
      number('day'),
      number('hour'),
      number('minute'),
      number('second'),
    );
    return seconds + (((instant % 1000) + 1000) % 1000);
  }

  const offset = (instant: number) => at(instant) - instant;

  function instantsOf(wall: number): readonly number[] {
    const offsets = new Set([offset(wall - offsetMaxMs), offset(wall + offsetMaxMs)]);
    return [...offsets]
      .map((each) => wall - each)
      .filter((instant) => at(instant) === wall)
      .toSorted((a, b) => a - b);
  }

  function changeIn(from: number, to: number): { at: number; forward: number } | null {
    const before = offset(from);
    const after = offset(to);
    if (before === after) return null;
    let low = from;
    let high = to;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offset(middle) === before) low = middle;
      else high = middle;
    }
    return { at: high, forward: offset(high) - before };
  }

  return { at, instantsOf, changeIn };
}
