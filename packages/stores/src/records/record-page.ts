import type { JsonObject } from '@skein/kernel';
import type { Page } from '@skein/ports';
import { toKey } from '../values/key-text.ts';
import type { RowTable } from '../values/row-table.ts';
import type { RecordPaging } from './records.ts';

const limitDefault = 1000;

export interface RecordOrder {
  /** Ordered by this column, starting at this value. */
  readonly by: string;
  readonly from?: string | number | undefined;
  readonly isDescending?: boolean;
  readonly limit: number;
  /** Equal ones are ordered by their place, too, and begin at this one. */
  readonly isTied?: true;
  readonly fromPlace?: number | undefined;
}

/** Reads one row more than requested: it is where the next page begins. */
export function recordOrder(
  table: RowTable,
  { by, newest, order, cursor, limit = limitDefault }: RecordPaging,
): RecordOrder {
  if (by !== undefined) return { by, limit };
  if (newest !== undefined) {
    const start = tiedStart(cursor);
    const tied = { isDescending: true, limit: limit + 1, isTied: true } as const;
    return { by: newest, from: start?.instant, fromPlace: start?.place, ...tied };
  }
  const isDescending = order === 'newest';
  if (table.hasPlace !== true) {
    const from = cursor === undefined ? undefined : toKey(cursor);
    return { by: table.key, from, isDescending, limit: limit + 1 };
  }
  const place = Number(cursor);
  const from = cursor === undefined || !Number.isSafeInteger(place) ? undefined : place;
  return { by: 'place', from, isDescending, limit: limit + 1 };
}

/** The rows include their `place`, which is not one of their columns. */
export function recordPage(
  rows: readonly JsonObject[],
  { by, isTied }: RecordOrder,
  { limit = limitDefault }: RecordPaging,
): Page<JsonObject> {
  const row = rows[limit];
  // Rows are only listed by keys and numbers.
  const next = row?.[by] as string | number | undefined;
  const tie = isTied === true ? `.${Number(row?.['place'])}` : '';
  return {
    items: rows.slice(0, limit).map(({ place: _place, ...rest }) => rest),
    nextCursor: next === undefined ? null : `${next}${tie}`,
  };
}

/** Where a page by an instant begins: at the instant and the place of its first row. */
export function tiedStart(
  cursor: string | undefined,
): { readonly instant: number; readonly place: number } | undefined {
  const [, instant, place] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor ?? '') ?? [];
  return instant === undefined || place === undefined
    ? undefined
    : { instant: Number(instant), place: Number(place) };
}
