import type { Ids } from '@skein/ports';

/** Ids that are the same for the same seed: UUIDs of version 7 in shape, with the seed where the time would be. */
export function seededIds(seed: number): Ids {
  let count = 0;
  const head = (seed >>> 0).toString(16).padStart(8, '0');
  return {
    next() {
      count += 1;
      const counter = count.toString(16).padStart(7, '0');
      return `${head}-0000-7000-8000-${counter}00000`;
    },
  };
}
