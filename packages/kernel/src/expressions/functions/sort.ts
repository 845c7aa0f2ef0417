/**
 * A stable sort of our own: what JavaScript's does with a comparison that contradicts itself differs between engines, and a
 * replay must decide the same.
 */
export function sort<T>(items: readonly T[], compare: (left: T, right: T) => number): T[] {
  let from = [...items];
  let to: T[] = Array.from({ length: items.length });
  for (let width = 1; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      mergeRuns(from, to, { start, width, compare });
    }
    [from, to] = [to, from];
  }
  return from;
}

function mergeRuns<T>(
  from: readonly T[],
  to: T[],
  how: {
    readonly start: number;
    readonly width: number;
    readonly compare: (left: T, right: T) => number;
  },
): void {
  const { start, width, compare } = how;
  const middle = Math.min(start + width, from.length);
  const end = Math.min(start + 2 * width, from.length);
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const takesLeft =
      left < middle &&
      // Both are in range, so both are items.
      (right >= end || compare(from[left] as T, from[right] as T) <= 0);
    // The same.
    to[at] = from[takesLeft ? left++ : right++] as T;
  }
}
