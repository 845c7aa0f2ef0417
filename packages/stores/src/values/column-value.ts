import type { Json } from '@skein/kernel';
import type { RowTable } from './row-table.ts';

/** A value as its column stores it: text in a text column, whatever the definition contains. */
export function columnValue(table: RowTable, column: string, value: Json): Json {
  if (value === null) return null;
  const type = table.columns.get(column) ?? 'json';
  if (type === 'boolean') return value === true || value === 1;
  if (type === 'json' || type === 'value' || type === 'integer' || type === 'instant') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
