import type { Point, Sketch } from '../sketch.ts';
import { cardHeight, cardWidth } from './layout-sketch.ts';

const gap = 38;

/**
 * The positions in the definition; nodes without one go below the rest. Null if most have none: then the whole graph is laid
 * out.
 */
export function fillPositions({ nodes }: Sketch): ReadonlyMap<string, Point> | null {
  const placed = nodes.flatMap(({ id, position }) =>
    position === null ? [] : [[id, position] as const],
  );
  if (placed.length * 2 <= nodes.length || isOnePile(placed.map(([, point]) => point))) return null;
  const positions = new Map<string, Point>(placed);
  const left = Math.min(...placed.map(([, { x }]) => x));
  let bottom = Math.max(...placed.map(([, { y }]) => y)) + cardHeight + gap;
  for (const { id, position } of nodes) {
    if (position !== null) continue;
    positions.set(id, { x: left, y: bottom });
    bottom += cardHeight + gap;
  }
  return positions;
}

/** Programs that do not know about positions write the same one everywhere. */
function isOnePile(points: readonly Point[]): boolean {
  const [first] = points;
  return points.length > 1 && points.every(({ x, y }) => x === first?.x && y === first.y);
}

/**
 * Whether most cards would overlap: the positions were made for smaller cards, or by a program that does not draw. Then the
 * graph is laid out again. A few overlapping cards are where someone dropped them, and stay there.
 */
export function isCrowded({ nodes }: Sketch): boolean {
  const points = nodes.flatMap(({ position }) => (position === null ? [] : [position]));
  const rows = points.toSorted((left, right) => left.y - right.y);
  const overlapping = new Set<Point>();
  for (const [index, one] of rows.entries())
    for (let next = index + 1; next < rows.length; next++) {
      const other = rows[next];
      if (other === undefined || other.y - one.y >= cardHeight) break;
      if (Math.abs(other.x - one.x) >= cardWidth) continue;
      overlapping.add(one).add(other);
    }
  return overlapping.size * 2 > points.length;
}
