// Tables of the dialects
// Rows in the columns that a dialect's original design gives them: definitions, and projections of runs. Projections are
// made by the dialect and committed with the append that caused them; the journal stays the truth and can rebuild them.
import type { Json, JsonObject } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';

export interface TableStore {
  /** The tables that this store has; a projection into another one is refused. */
  readonly names: ReadonlySet<string>;
  /** The rows with these values in these columns, in no particular order. */
  find(table: string, where: JsonObject): Awaitable<readonly JsonObject[]>;
}

/** One row of a table of a dialect: written (new, or the named columns changed) or deleted. */
export type ProjectionChange =
  | {
      readonly table: string;
      readonly key: string;
      readonly set: { readonly [column: string]: Json };
    }
  | { readonly table: string; readonly key: string; readonly delete: true };
