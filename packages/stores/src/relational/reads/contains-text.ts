import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { RelationalDatabase } from '../database.ts';

/** Whether a column holds the text, literally: `like` would give a meaning to `%` and `_`. */
export function containsText(
  { flavour }: RelationalDatabase,
  column: string,
  text: string,
): RawBuilder<SqlBool> {
  const ref = sql.ref(column);
  return flavour.kind === 'postgres'
    ? sql<SqlBool>`strpos(${ref}, ${text}) > 0`
    : sql<SqlBool>`instr(${ref}, ${text}) > 0`;
}

/** The same as SQL text, with `?` for the text that is looked for. */
export function containsSql({ flavour }: RelationalDatabase, column: string): string {
  return `${flavour.kind === 'postgres' ? 'strpos' : 'instr'}(${column}, ?) > 0`;
}
