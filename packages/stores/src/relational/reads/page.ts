import type { Page } from '@skein/ports';

const limitDefault = 1000;

export interface Paging {
  readonly cursor?: string;
  readonly limit?: number;
}

/** Reads one row more than requested: its place is the cursor of the next page. */
export function limitOf({ limit = limitDefault }: Paging): number {
  return (Number.isSafeInteger(limit) && limit >= 0 ? limit : limitDefault) + 1;
}

export function cursorOf({ cursor }: Paging): number | undefined {
  const place = Number(cursor);
  return cursor === undefined || !Number.isSafeInteger(place) ? undefined : place;
}

export function toPage<R extends { readonly place: number }, T>(
  rows: readonly R[],
  { limit = limitDefault }: Paging,
  toItem: (row: R) => T,
): Page<T> {
  const next = rows[limit];
  return {
    items: rows.slice(0, limit).map((row) => toItem(row)),
    nextCursor: next === undefined ? null : String(next.place),
  };
}
