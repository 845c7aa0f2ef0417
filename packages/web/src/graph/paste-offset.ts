import { cardHeight, cardWidth } from './layout/layout-sketch.ts';
import type { Point } from './sketch.ts';
import type { Clip } from './edit/clip.ts';

/** So that a copy is seen to be one. */
const aside: Point = { x: 32, y: 32 };
const gap = 64;

/** By how much a clip is moved: a little, and beside everything that is there if it comes from elsewhere and would lie on it. */
export function pasteOffset(
  { positions }: Pick<Clip, 'positions'>,
  shown: ReadonlyMap<string, Point>,
): Point {
  const wanted = Object.entries(positions);
  const isFromHere = wanted.every(([id, { x, y }]) => {
    const own = shown.get(id);
    return own?.x === x && own.y === y;
  });
  const moved = wanted.map(([, { x, y }]) => ({ x: x + aside.x, y: y + aside.y }));
  const isFree = moved.every((point) =>
    [...shown.values()].every((card) => !overlaps(point, card)),
  );
  if (isFromHere || isFree) return aside;
  const right = Math.max(...[...shown.values()].map(({ x }) => x)) + cardWidth + gap;
  const left = Math.min(...wanted.map(([, { x }]) => x));
  return { x: Math.round(right - left), y: 0 };
}

function overlaps(one: Point, other: Point): boolean {
  return Math.abs(one.x - other.x) < cardWidth && Math.abs(one.y - other.y) < cardHeight;
}
