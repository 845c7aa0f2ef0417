// Tables of rows
// Tables that are described as data, and written and read by one piece of code on each kind of store: those of the
// dialects (`dialect-tables.ts`) and our own small ones (`records/record-ports.ts`).
// D1. A row is found by its user, its scope (the workflow, where ids are unique within one) and its key.

/** `text` is for looking at and loses what some databases cannot hold; `value` is any JSON and comes back as it was. */
export type ColumnType = 'key' | 'text' | 'json' | 'value' | 'boolean' | 'integer';

export interface RowTable {
  /** Without the prefix that it has in a relational database (`tableName`). */
  readonly name: string;
  /** The column with the id of the row. */
  readonly key: string;
  readonly user: string;
  /** The column that is part of the key, for ids that are unique only within a workflow. */
  readonly scope?: string;
  /** Every column, the ones above too. */
  readonly columns: ReadonlyMap<string, ColumnType>;
  /** One index each; several columns are separated by commas. */
  readonly indexed: readonly string[];
  /** The column that names the run, for tables whose rows are projections and go with it. */
  readonly run?: string;
  /** Rows have a number in the order in which they came, and are listed by it; otherwise by their key. */
  readonly hasPlace?: true;
}

/** Its name in a relational database. Every table of ours begins like this, so that tables of others are left alone. */
export function tableName({ name }: Pick<RowTable, 'name'>): string {
  return `skein_${name}`;
}

export function keyColumns({ user, scope, key }: RowTable): readonly string[] {
  return [user, ...(scope === undefined ? [] : [scope]), key];
}
