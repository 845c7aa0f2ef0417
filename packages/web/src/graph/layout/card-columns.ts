// Cards by their place
// Which parts of the drawing's width are free of cards between two heights. Cards are kept by their left side, and each of
// these columns by height: asking costs the columns, not the cards, and asking about one place only what is near.
import type { Point } from '../sketch.ts';
import { cardHeight, cardWidth } from './layout-sketch.ts';

/** Between an edge and a card. */
export const room = 14;

export interface Stretch {
  readonly top: number;
  readonly bottom: number;
}

export interface CardColumns {
  /** Left sides, ascending. */
  readonly lefts: readonly number[];
  /** The tops of the cards of each, ascending. */
  readonly tops: ReadonlyMap<number, readonly number[]>;
}

export function cardColumns(cards: readonly Point[]): CardColumns {
  const tops = new Map<number, number[]>();
  for (const { x, y } of cards) {
    const own = tops.get(x);
    if (own === undefined) tops.set(x, [y]);
    else own.push(y);
  }
  for (const own of tops.values()) own.sort((one, other) => one - other);
  return { lefts: [...tops.keys()].toSorted((one, other) => one - other), tops };
}

/** Whether a vertical line there meets no card. */
export function isFreeAt({ lefts, tops }: CardColumns, x: number, stretch: Stretch): boolean {
  // A card is in the way if it begins after this and before `x + room`.
  const first = firstAbove(lefts, x - cardWidth - room);
  for (let index = first; index < lefts.length; index++) {
    const left = lefts[index] ?? 0;
    if (left >= x + room) return true;
    if (hasCard(tops.get(left) ?? [], stretch)) return false;
  }
  return true;
}

/** -1: to the left; 1: to the right. */
export type Side = -1 | 1;

/** The nearest place without a card; on the given side, else on the nearer one. */
export function nearestFree(
  { lefts, tops }: CardColumns,
  x: number,
  { stretch, side }: { readonly stretch: Stretch; readonly side?: Side | undefined },
): number {
  let best: number | undefined;
  const offer = (each: number) => {
    if (side !== undefined && (each - x) * side < 0) return;
    if (best === undefined || Math.abs(each - x) < Math.abs(best - x)) best = each;
  };
  // Blocked parts ascend: what lies between the end of one and the begin of the next is free.
  let free = -Infinity;
  for (const left of lefts) {
    if (!hasCard(tops.get(left) ?? [], stretch)) continue;
    const begin = left - room;
    if (begin >= free) {
      if (x >= free && x <= begin) return x;
      if (free !== -Infinity) offer(free);
      offer(begin);
    }
    free = Math.max(free, left + cardWidth + room);
  }
  if (free === -Infinity || x >= free) return x;
  offer(free);
  return best ?? x;
}

function hasCard(tops: readonly number[], { top, bottom }: Stretch): boolean {
  const next = tops[firstAbove(tops, top - cardHeight)];
  return next !== undefined && next < bottom;
}

/** The index of the first number that is greater. */
function firstAbove(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
