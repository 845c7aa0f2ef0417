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
}

/** Reads one row more than requested: it is where the next page begins. */
export function recordOrder(
  table: RowTable,
  { by, order, cursor, limit = limitDefault }: RecordPaging,
): RecordOrder {
  if (by !== undefined) return { by, limit };
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
  { by }: RecordOrder,
  { limit = limitDefault }: RecordPaging,
): Page<JsonObject> {
  // Rows are only listed by keys and numbers.
  const next = rows[limit]?.[by] as string | number | undefined;
  return {
    items: rows.slice(0, limit).map(({ place: _place, ...row }) => row),
    nextCursor: next === undefined ? null : String(next),
  };
}
