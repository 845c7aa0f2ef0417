// Seeded randomness
// Small, fast and the same everywhere: a seed gives the same sequence on every machine.

export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  /** A whole number, at least 0 and less than `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T | undefined;
  /** One of the keys, with the probability that its weight gives. */
  weighted<Key extends string>(weights: { readonly [key in Key]: number }): Key;
}

/** Mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)],
    weighted: (weights) => pickWeighted(weights, next()),
  };
}

function pickWeighted<Key extends string>(
  weights: { readonly [key in Key]: number },
  position: number,
): Key {
  // The keys of an object of this type have this type.
  const entries = Object.entries(weights) as [Key, number][];
  let left = position * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [key, weight] of entries) {
    left -= weight;
    if (left < 0) return key;
  }
  return (entries.at(-1) as [Key, number])[0];
}
