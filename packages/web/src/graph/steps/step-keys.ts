import type { Json } from '@skein/kernel';

export interface KeyedSteps {
  readonly steps: readonly Json[];
  /** One for each, in the order of the steps. */
  readonly keys: readonly number[];
  readonly next: number;
}

export const noSteps: KeyedSteps = { steps: [], keys: [], next: 0 };

/** Steps have no ids: one that was moved keeps its key because it is the same value, one that was edited because of its place. */
export function keySteps(before: KeyedSteps, steps: readonly Json[]): KeyedSteps {
  const kept = steps.map((step) => {
    const at = before.steps.indexOf(step);
    return at === -1 ? undefined : before.keys[at];
  });
  let { next } = before;
  const used = new Set<number>();
  const keys = steps.map((_, index) => {
    const own = kept[index];
    const inPlace = before.keys[index];
    const isFree = inPlace !== undefined && !kept.includes(inPlace);
    const key = own ?? (isFree ? inPlace : undefined);
    const chosen = key === undefined || used.has(key) ? next++ : key;
    used.add(chosen);
    return chosen;
  });
  return { steps, keys, next };
}
