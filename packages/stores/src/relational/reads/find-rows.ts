import type { Json, JsonObject } from '@skein/kernel';
import { sql } from 'kysely';
import { checkColumns, dialectTable, type DialectTable } from '../../values/dialect-tables.ts';
import { fromKey } from '../../values/key-text.ts';
import type { RelationalDatabase } from '../database.ts';
import { toColumn } from '../writes/write-row.ts';

/** Rows of a dialect's table. Its name and columns are looked up in our own list first. */
export async function findRows(
  { read }: RelationalDatabase,
  name: string,
  where: JsonObject,
): Promise<readonly JsonObject[]> {
  const table = dialectTable(name);
  checkColumns(table, where);
  const conditions = Object.entries(where).map(([column, value]) => {
    const wanted = toColumn(table, column, value);
    return wanted === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${wanted}`;
  });
  const all = conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `);
  const query = sql<Record<string, unknown>>`select * from ${sql.table(name)} where ${all}`;
  const { rows } = await query.execute(read);
  return rows.map((row) => toRow(table, row));
}

function toRow(table: DialectTable, row: Record<string, unknown>): JsonObject {
  return Object.fromEntries(
    [...table.columns].map(([column, type]) => [column, fromColumn(type, row[column] ?? null)]),
  );
}

function fromColumn(type: string, value: unknown): Json {
  if (value === null) return null;
  if (type === 'boolean') return Boolean(value);
  if (type === 'key') return fromKey(value as string);
  // Drivers differ: some have read the JSON already, some give its text.
  if (type === 'json')
    return typeof value === 'string' ? (JSON.parse(value) as Json) : (value as Json);
  return value as string;
}
