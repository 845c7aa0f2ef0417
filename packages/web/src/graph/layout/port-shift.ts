import { cardWidth } from './layout-sketch.ts';

/** The distance of a port from the left side of its card: one or two are near the middle, more share the whole width. */
export function portShift(index: number, count: number): number {
  return count > 2 ? ((index + 0.5) * cardWidth) / count : ((index + 1) * cardWidth) / (count + 1);
}
