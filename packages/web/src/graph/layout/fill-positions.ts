import type { Point, Sketch } from '../sketch.ts';
import { cardHeight, cardWidth } from './layout-sketch.ts';

const gap = 38;

/** The places that a definition gives; what has none goes below the rest. Null when most have none: then all are laid out. */
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

/** Programs that know nothing of places write the same one everywhere. */
function isOnePile(points: readonly Point[]): boolean {
  const [first] = points;
  return points.length > 1 && points.every(({ x, y }) => x === first?.x && y === first.y);
}

/**
 * Whether cards would lie on each other: the places were made for smaller ones, or by a program that draws none. Then the
 * drawing is laid out anew.
 */
export function isCrowded({ nodes }: Sketch): boolean {
  const points = nodes.flatMap(({ position }) => (position === null ? [] : [position]));
  const rows = points.toSorted((left, right) => left.y - right.y);
  return rows.some((one, index) => {
    for (let next = index + 1; next < rows.length; next++) {
      const other = rows[next];
      if (other === undefined || other.y - one.y >= cardHeight) return false;
      if (Math.abs(other.x - one.x) < cardWidth) return true;
    }
    return false;
  });
}
