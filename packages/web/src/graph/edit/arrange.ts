// Aligning and distributing cards
// All cards have the same size, so their top left corners are enough.
import type { Point } from '../sketch.ts';

export type Arrangement = 'column' | 'row' | 'across' | 'down';

type Places = ReadonlyMap<string, Point>;

/**
 * `column`: all below each other, where most of the first ones are; `row`: all side by side; `across` and `down`: with equal
 * distances between the outermost two.
 */
export function arrange(places: Places, how: Arrangement): Places {
  const axis = how === 'column' || how === 'across' ? 'x' : 'y';
  if (how === 'column' || how === 'row') {
    const middle = median([...places.values()].map((place) => place[axis]));
    return new Map([...places].map(([id, place]) => [id, { ...place, [axis]: middle }]));
  }
  const sorted = [...places].toSorted(([, one], [, other]) => one[axis] - other[axis]);
  const first = sorted.at(0)?.[1][axis] ?? 0;
  const last = sorted.at(-1)?.[1][axis] ?? 0;
  const step = sorted.length < 2 ? 0 : (last - first) / (sorted.length - 1);
  return new Map(
    sorted.map(([id, place], index) => [
      id,
      { ...place, [axis]: Math.round(first + index * step) },
    ]),
  );
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
