// Paths around cards
// An edge that goes back up leaves at the bottom, passes beside the cards and enters at the top. One that goes down past
// other cards takes a free column. A straight one would run through the cards in between.
import type { Point } from '../sketch.ts';

const drop = 18;
const radius = 10;

export interface Way {
  readonly from: Point;
  readonly to: Point;
  /** The x of its vertical part. */
  readonly column: number;
  /** The distance of the first turn below its start. */
  readonly turn?: number;
}

export function columnPath({ from, to, column, turn = drop }: Way): string {
  return roundedPath([
    from,
    { x: from.x, y: from.y + turn },
    { x: column, y: from.y + turn },
    { x: column, y: to.y - drop },
    { x: to.x, y: to.y - drop },
    to,
  ]);
}

/** Straight segments with rounded corners. */
function roundedPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let path = `M${first.x} ${first.y}`;
  for (const [index, point] of rest.entries()) {
    const before = points[index] ?? first;
    const after = rest[index + 1];
    if (after === undefined) {
      path += `L${point.x} ${point.y}`;
      continue;
    }
    const start = towards(point, before);
    const end = towards(point, after);
    path += `L${start.x} ${start.y}Q${point.x} ${point.y} ${end.x} ${end.y}`;
  }
  return path;
}

/** A point a little way from a corner towards its neighbour, at most halfway. */
function towards(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y);
  const share = length === 0 ? 0 : Math.min(radius, length / 2) / length;
  return {
    x: corner.x + (other.x - corner.x) * share,
    y: corner.y + (other.y - corner.y) * share,
  };
}
