// Tables of rows
// Tables that are described as data, and written and read by one piece of code on each kind of store: those of the
// dialects (`dialect-tables.ts`) and our own small ones (`records/record-ports.ts`).
// D1. A row is found by its user, its scope (the workflow, where ids are unique within one) and its key.

/** `text` is for reading and loses what some databases cannot store; `value` is any JSON and round-trips exactly. */
export type ColumnType =
  | 'key'
  | 'text'
  /** A text of few different values, and a name: short ones, where a database can then sort and index them better. */
  | 'word'
  | 'name'
  | 'json'
  | 'value'
  | 'boolean'
  | 'integer'
  /** A time in milliseconds, and one as ISO 8601 writes it; where the database has a type for times, it is that one. */
  | 'instant'
  | 'time';

/** How many characters a `word` and a `name` have where their columns are limited; the rest is cut off. */
export const wordLengthMax = 128;
export const nameLengthMax = 1000;

export interface RowTable {
  /** Without its prefix in a relational database (`tableName`). */
  readonly name: string;
  /** The column with the id of the row. */
  readonly key: string;
  readonly user: string;
  /** The column that is part of the key, for ids that are unique only within a workflow. */
  readonly scope?: string;
  /** Every column, including the ones above. */
  readonly columns: ReadonlyMap<string, ColumnType>;
  /** One index each; several columns are separated by commas. */
  readonly indexed: readonly string[];
  /** More of them in MySQL and MariaDB, for the reports of others. */
  readonly reported?: readonly string[];
  /** The column that names the run, for tables whose rows are projections and are deleted with it. */
  readonly run?: string;
  /** Other programs write rows too, and may leave out the user. */
  readonly isOpen?: true;
  /** Rows are numbered in order of arrival and listed by that number; otherwise by their key. */
  readonly hasPlace?: true;
}

/** Its name in a relational database. All our tables share this prefix, so that other tables are left alone. */
export function tableName({ name }: Pick<RowTable, 'name'>): string {
  return `skein_${name}`;
}

export function keyColumns({ user, scope, key }: RowTable): readonly string[] {
  return [user, ...(scope === undefined ? [] : [scope]), key];
}
