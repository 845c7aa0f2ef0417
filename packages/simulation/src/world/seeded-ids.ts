import { runId } from '@skein/kernel';
import type { Ids } from '@skein/ports';

/** Ids that are the same for the same seed: shaped like UUIDs of version 7, with the seed in place of the time. */
export function seededIds(seed: number): Ids {
  let count = 0;
  let runs = 0;
  const head = (seed >>> 0).toString(16).padStart(8, '0');
  return {
    nextRun() {
      runs += 1;
      const counter = runs.toString(16).padStart(5, '0');
      return runId(`${head}-0000-7000-9${counter.slice(0, 3)}-${counter.slice(3)}0000000000`);
    },
    next() {
      count += 1;
      const counter = count.toString(16).padStart(7, '0');
      return `${head}-0000-7000-8000-${counter}00000`;
    },
  };
}
