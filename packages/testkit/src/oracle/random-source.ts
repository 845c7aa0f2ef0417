// Random source
// A small number generator (mulberry32): the same seed gives the same numbers on every machine.

export interface RandomSource {
  /** At least 0, less than 1. */
  next(): number;
  /** A whole number from the least to the most, both included. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  shuffle<Item>(items: readonly Item[]): Item[];
}

export function randomSource(seed: number): RandomSource {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const picked = items[between(0, items.length - 1)];
      if (picked === undefined) throw new Error('Nothing can be picked from an empty list.');
      return picked;
    },
    shuffle: (items) =>
      items
        .map((item) => ({ item, rank: next() }))
        .toSorted((left, right) => left.rank - right.rank)
        .map(({ item }) => item),
  };
}
