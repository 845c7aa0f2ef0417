// The way of a line that goes back up: out at the bottom, around the right of both cards, in at the top. A straight one would
// run through the cards between.
import { cardWidth } from './layout-sketch.ts';
import type { Point } from '../sketch.ts';

const drop = 18;
const side = 28;
const radius = 10;

export function loopPath(from: Point, to: Point): string {
  const right = Math.max(from.x, to.x) + cardWidth / 2 + side;
  return roundedPath([
    from,
    { x: from.x, y: from.y + drop },
    { x: right, y: from.y + drop },
    { x: right, y: to.y - drop },
    { x: to.x, y: to.y - drop },
    to,
  ]);
}

/** Straight pieces with rounded corners. */
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

/** A little way from a corner to its neighbour, at most half of it. */
function towards(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y);
  const share = length === 0 ? 0 : Math.min(radius, length / 2) / length;
  return {
    x: corner.x + (other.x - corner.x) * share,
    y: corner.y + (other.y - corner.y) * share,
  };
}
