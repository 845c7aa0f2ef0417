import type { Page } from '@skein/ports';

const limitDefault = 1000;

/** One page of what fits, in order. The cursor is the place of the next item; places never change, whatever is removed. */
export function pageOf<T>(
  items: Iterable<T>,
  { cursor, limit = limitDefault }: { readonly cursor?: string; readonly limit?: number },
  { fits, placeOf }: { fits?: (item: T) => boolean; placeOf: (item: T) => number },
): Page<T> {
  const from = cursor === undefined ? 0 : Number(cursor);
  const found: T[] = [];
  for (const item of items) {
    const place = placeOf(item);
    if (place < from || (fits !== undefined && !fits(item))) continue;
    if (found.length === limit) return { items: found, nextCursor: String(place) };
    found.push(item);
  }
  return { items: found, nextCursor: null };
}
