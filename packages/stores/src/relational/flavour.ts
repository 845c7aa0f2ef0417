// Flavours
// What differs between the relational databases, as data: locks, upserts, what can be asked about tables. Everything else is
// written once; the tables themselves are in `migrations`.
import type { JournalForm } from './journal-form.ts';

export interface Flavour {
  readonly kind: 'sqlite' | 'postgres' | 'mysql';
  /** For the texts of new tables: it tells all bytes apart, trailing spaces too, and has another name on each server. */
  readonly collation?: string;
  readonly canReturn: boolean;
  /** Asks for the place of the row that was just inserted, where that costs less than having it returned. */
  readonly lastPlace?: string;
  readonly journal: JournalForm;
  /** After a `select` whose rows nobody else may change until the commit. */
  readonly lock: string;
  /** The same, without waiting for rows that someone else has locked. */
  readonly lockFree: string;
  /** The function that gives the place of a text in another one. */
  readonly position: 'instr' | 'strpos';
  /** How many rows or keys one statement takes. */
  readonly atOnce: number;
  /** Asks for the names of the columns that a table or a view has. */
  readonly columnsOf: string;
  /** The same for the indexes of a table. */
  readonly indexesOf: string;
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
export const onConflict: Pick<Flavour, 'quote' | 'onRepeat' | 'onRepeatAdd'> = {
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
