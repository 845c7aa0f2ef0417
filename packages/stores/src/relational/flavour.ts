// Flavours
// What differs between the relational databases, as data: locks, upserts, catalogue queries. Everything else is
// written once; the tables themselves are in `migrations`.
import type { JournalForm } from './journal-form.ts';
import type { SqlValue } from './script.ts';

export interface Flavour {
  readonly kind: 'sqlite' | 'postgres' | 'mysql';
  /** For the texts of new tables: it distinguishes all bytes, trailing spaces too, and has a different name on each server. */
  readonly collation?: string;
  readonly canReturn: boolean;
  /** Selects the place of the row that was just inserted, where that is cheaper than returning it. */
  readonly lastPlace?: string;
  readonly journal: JournalForm;
  /** Follows a `select` whose rows must not change until the commit. */
  readonly lock: string;
  /** The same, skipping rows that someone else has locked. */
  readonly lockFree: string;
  /** The function that returns the position of a text in another one. */
  readonly position: 'instr' | 'strpos';
  /** How many rows or keys one statement accepts. */
  readonly atOnce: number;
  /** Selects the names of the columns of a table or a view. */
  readonly columnsOf: string;
  /** The same for the indexes of a table. */
  readonly indexesOf: string;
  /** A time as a parameter, where columns of times have a type of their own: milliseconds, or ISO 8601 for columns of texts. */
  readonly toTime: (time: number | string) => SqlValue;
  readonly quote: (name: string) => string;
  /** Follows `insert into … values …` when the key exists; `columns` get the new values. */
  readonly onRepeat: (key: readonly string[], columns: readonly string[]) => string;
  /** The same; the new values are added to the old. */
  readonly onRepeatAdd: (
    table: string,
    key: readonly string[],
    columns: readonly string[],
  ) => string;
}

/** What SQLite and PostgreSQL have in common. */
export const onConflict: Pick<Flavour, 'toTime' | 'quote' | 'onRepeat' | 'onRepeatAdd'> = {
  toTime: (time) => time,
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
