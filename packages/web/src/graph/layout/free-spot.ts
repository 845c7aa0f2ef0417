import type { Point } from '../sketch.ts';
import { cardHeight, cardWidth } from './layout-sketch.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const step = 64;
const stepsMax = 12;
const gap = 12;

/** The spot nearest to the wanted one where a box of this size overlaps no card and no frame. */
export function freeSpot(
  wanted: Point,
  size: Size,
  drawn: { readonly cards: readonly Point[]; readonly frames: readonly (Point & Size)[] },
): Point {
  const boxes = [
    ...drawn.cards.map(({ x, y }) => ({ x, y, width: cardWidth, height: cardHeight })),
    ...drawn.frames,
  ];
  const isFree = ({ x, y }: Point) =>
    boxes.every(
      (box) =>
        x >= box.x + box.width + gap ||
        x + size.width + gap <= box.x ||
        y >= box.y + box.height + gap ||
        y + size.height + gap <= box.y,
    );
  for (const { x, y } of nearestFirst) {
    const spot = { x: wanted.x + x, y: wanted.y + y };
    if (isFree(spot)) return spot;
  }
  // Nothing is free near by, but right of everything there is always room.
  const right = boxes.reduce((most, box) => Math.max(most, box.x + box.width), wanted.x);
  return { x: right + gap, y: wanted.y };
}

/** Of two that are equally near, the one below comes first, then the one on the right: graphs grow in these directions. */
const nearestFirst: readonly Point[] = offsets().toSorted(
  (one, other) =>
    Math.hypot(one.x, one.y) - Math.hypot(other.x, other.y) || other.y - one.y || other.x - one.x,
);

function offsets(): readonly Point[] {
  const steps = Array.from({ length: 2 * stepsMax + 1 }, (_, index) => (index - stepsMax) * step);
  return steps.flatMap((x) => steps.map((y) => ({ x, y })));
}
