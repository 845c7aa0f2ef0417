// Records
// The few operations of each kind of store on rows of described tables; the interfaces over them are implemented once, in
// this folder.
// R1. Each operation is atomic. `update` and `delete` check their conditions and change rows in one step: of several callers
//     that want to change a row from the same state, exactly one succeeds.
import type { Json, JsonObject } from '@skein/kernel';
import type { Awaitable, Page } from '@skein/ports';
import type { RowTable } from '../values/row-table.ts';

/** All must hold. `=` with null matches rows without a value. */
export type Match = readonly (readonly [column: string, is: '=' | '<' | '<=', value: Json])[];

export interface RecordPaging {
  readonly cursor?: string;
  readonly limit?: number;
  readonly order?: 'oldest' | 'newest';
  /** Orders by this column instead, without a next page. */
  readonly by?: string;
  /** Orders by this instant instead, the newest first; of equal ones what arrived last. */
  readonly newest?: string;
}

export interface Measured {
  readonly rows: number;
  readonly sum: number;
}

export interface Records {
  /** False when a row with this key exists; then nothing is changed. */
  insert(table: RowTable, row: JsonObject): Awaitable<boolean>;
  /** An existing row keeps the columns that are not named, and its creation time. */
  upsert(table: RowTable, row: JsonObject): Awaitable<void>;
  /** How many rows were changed. */
  update(table: RowTable, match: Match, set: JsonObject): Awaitable<number>;
  delete(table: RowTable, match: Match): Awaitable<number>;
  /** Deletes all matching rows but the newest ones. */
  trim(table: RowTable, match: Match, keep: number): Awaitable<void>;
  /** How many rows there are, and the sum of this column. */
  measure(table: RowTable, match: Match, column: string): Awaitable<Measured>;
  find(table: RowTable, match: Match, paging?: RecordPaging): Awaitable<Page<JsonObject>>;
}

/** Conditions for the values that are not undefined. */
export function matching(wanted: { readonly [column: string]: Json | undefined }): Match {
  return Object.entries(wanted).flatMap(([column, value]) =>
    value === undefined ? [] : [[column, '=', value] as const],
  );
}
