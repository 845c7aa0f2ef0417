import type { Json } from '@skein/kernel';
import type { DialectTable } from './dialect-tables.ts';

/** A value as its column holds it: text in a column of text, whatever the definition says there. */
export function columnValue(table: DialectTable, column: string, value: Json): Json {
  if (value === null) return null;
  const type = table.columns.get(column) ?? 'json';
  if (type === 'boolean') return value === true || value === 1;
  if (type === 'json' || typeof value === 'string') return value;
  return JSON.stringify(value);
}
