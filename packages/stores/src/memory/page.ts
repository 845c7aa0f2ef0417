import type { Page } from '@skein/ports';

const limitDefault = 1000;

interface PageFilter {
  readonly cursor?: string;
  readonly limit?: number;
  readonly order?: 'oldest' | 'newest';
}

/** One page of the matching items, in order. The cursor is the place of the next item; places never change, whatever is removed. */
export function pageOf<T>(
  items: Iterable<T>,
  { cursor, limit = limitDefault, order = 'oldest' }: PageFilter,
  { fits, placeOf }: { fits?: (item: T) => boolean; placeOf: (item: T) => number },
): Page<T> {
  const from = cursor === undefined ? null : Number(cursor);
  const found: T[] = [];
  for (const item of order === 'oldest' ? items : [...items].reverse()) {
    const place = placeOf(item);
    const isBefore = from !== null && (order === 'oldest' ? place < from : place > from);
    if (isBefore || (fits !== undefined && !fits(item))) continue;
    if (found.length === limit) return { items: found, nextCursor: String(place) };
    found.push(item);
  }
  return { items: found, nextCursor: null };
}
