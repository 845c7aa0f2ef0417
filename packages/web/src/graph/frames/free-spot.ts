import { cardHeight, cardWidth } from '../layout/layout-sketch.ts';
import type { Point } from '../sketch.ts';
import type { Frame } from './frame.ts';

const step = 64;
const ringsMax = 12;
const gap = 12;

/** The spot nearest to the wanted one where a box of this size overlaps no card and no frame. */
export function freeSpot(
  wanted: Point,
  size: Pick<Frame, 'width' | 'height'>,
  drawn: { readonly cards: readonly Point[]; readonly frames: readonly Frame[] },
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
  for (let ring = 0; ring <= ringsMax; ring++)
    for (let across = -ring; across <= ring; across++)
      for (let down = -ring; down <= ring; down++) {
        const isOnRing = Math.max(Math.abs(across), Math.abs(down)) === ring;
        const spot = { x: wanted.x + across * step, y: wanted.y + down * step };
        if (isOnRing && isFree(spot)) return spot;
      }
  return wanted;
}
