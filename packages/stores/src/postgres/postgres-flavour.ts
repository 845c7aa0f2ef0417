import { onConflict, type Flavour } from '../relational/flavour.ts';
import { twoColumns } from '../relational/journal-form.ts';

export const postgresFlavour: Flavour = {
  kind: 'postgres',
  canReturn: true,
  journal: twoColumns,
  lock: ' for update',
  lockFree: ' for update skip locked',
  position: 'strpos',
  atOnce: 200,
  columnsOf:
    'select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = ?',
  indexesOf:
    'select indexname as name from pg_indexes where schemaname = current_schema() and tablename = ?',
  ...onConflict,
};

const known = new Map<string, string>();

/** `?` → `$1`, `$2` … */
export function toDollars(sql: string): string {
  const before = known.get(sql);
  if (before !== undefined) return before;
  let count = 0;
  const text = sql.replace(/\?/g, () => `$${++count}`);
  if (known.size < 1000) known.set(sql, text);
  return text;
}
