// Records
// The few things that each kind of store does with rows of described tables; the ports over them are written once, in
// this folder.
// R1. Each of these is atomic. `update` and `delete` look at their conditions and change in one go: of several callers that
//     want to change a row from the same state, one does.
import type { Json, JsonObject } from '@skein/kernel';
import type { Awaitable, Page } from '@skein/ports';
import type { RowTable } from '../values/row-table.ts';

/** All must hold. `=` with null asks for rows that have nothing there. */
export type Match = readonly (readonly [column: string, is: '=' | '<' | '<=', value: Json])[];

export interface RecordPaging {
  readonly cursor?: string;
  readonly limit?: number;
  readonly order?: 'oldest' | 'newest';
  /** Lists by this column instead, without a next page. */
  readonly by?: string;
}

export interface Records {
  /** False when a row with this key is there; nothing is changed then. */
  insert(table: RowTable, row: JsonObject): Awaitable<boolean>;
  /** A row that is there keeps the columns that are not named, and when it was created. */
  upsert(table: RowTable, row: JsonObject): Awaitable<void>;
  /** How many rows were changed. */
  update(table: RowTable, match: Match, set: JsonObject): Awaitable<number>;
  delete(table: RowTable, match: Match): Awaitable<number>;
  /** Deletes all that match but the newest ones. */
  trim(table: RowTable, match: Match, keep: number): Awaitable<void>;
  find(table: RowTable, match: Match, paging?: RecordPaging): Awaitable<Page<JsonObject>>;
}

/** Conditions for those that are not undefined. */
export function matching(wanted: { readonly [column: string]: Json | undefined }): Match {
  return Object.entries(wanted).flatMap(([column, value]) =>
    value === undefined ? [] : [[column, '=', value] as const],
  );
}
