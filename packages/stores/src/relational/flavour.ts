// Flavours
// What differs between the relational databases, as data: types, locks, upserts. Everything else is written once.
import type { JournalForm } from './journal-form.ts';
import type { ColumnKind } from './schema/table.ts';

export interface Flavour {
  readonly kind: 'sqlite' | 'postgres' | 'mysql';
  readonly types: Readonly<Record<ColumnKind, string>>;
  /** Behind `create table (…)`. */
  readonly tableOptions: string;
  /** Indexes are part of `create table`, because there is no `create index if not exists`. */
  readonly hasInlineIndexes: boolean;
  /** An index may leave out rows. */
  readonly hasPartialIndexes: boolean;
  readonly canReturn: boolean;
  /** Asks for the place of the row that was just inserted, where that costs less than having it returned. */
  readonly lastPlace?: string;
  readonly journal: JournalForm;
  /** Behind a `select` whose rows nobody else may change until the commit. */
  readonly lock: string;
  /** The same, without waiting for rows that someone else has locked. */
  readonly lockFree: string;
  /** How many rows or keys one statement takes. */
  readonly atOnce: number;
  /** Asks for the names of the columns that a table has. */
  readonly columnsOf: string;
  /** The same for its indexes. */
  readonly indexesOf: string;
  readonly dropIndex: (table: string, index: string) => string;
  readonly quote: (name: string) => string;
  /** What follows `insert into … values …` when the key is there already; `columns` get the new values. */
  readonly onRepeat: (key: readonly string[], columns: readonly string[]) => string;
  /** The same; the new values are added to the old. */
  readonly onRepeatAdd: (
    table: string,
    key: readonly string[],
    columns: readonly string[],
  ) => string;
}

/** What SQLite and PostgreSQL have in common. */
export const onConflict: Pick<
  Flavour,
  'quote' | 'dropIndex' | 'hasPartialIndexes' | 'onRepeat' | 'onRepeatAdd'
> = {
  hasPartialIndexes: true,
  dropIndex: (_table, index) => `drop index if exists "${index}"`,
  quote: (name) => `"${name}"`,
  onRepeat(key, columns) {
    const sets = columns.map((column) => `"${column}" = excluded."${column}"`);
    const keys = key.map((column) => `"${column}"`).join(', ');
    return `on conflict (${keys}) do ${sets.length === 0 ? 'nothing' : `update set ${sets.join(', ')}`}`;
  },
  onRepeatAdd(table, key, columns) {
    const sets = columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`);
    return `on conflict (${key.join(', ')}) do update set ${sets.join(', ')}`;
  },
};
