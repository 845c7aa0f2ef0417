// Rows of the dialects' tables. Names of tables and columns come from our own list (`dialectTables`), never from a caller:
// names given by a caller are looked up there first.
import type { Json, JsonObject } from '@skein/kernel';
import type { ProjectionChange } from '@skein/ports';
import { columnValue } from '../../values/column-value.ts';
import { dialectTable } from '../../values/dialect-tables.ts';
import {
  keyColumns,
  nameLengthMax,
  tableName,
  wordLengthMax,
  type ColumnType,
  type RowTable,
} from '../../values/row-table.ts';
import { toKey } from '../../values/key-text.ts';
import type { Flavour } from '../flavour.ts';
import { ask, marks, type Query, type Script, type SqlValue } from '../script.ts';

export function* writeProjection(
  flavour: Flavour,
  user: string,
  change: ProjectionChange,
): Script<void> {
  const table = dialectTable(change.table);
  const id = { [table.key]: change.key, [table.user]: user };
  if ('delete' in change) yield* deleteRow(flavour, table, id);
  else yield* upsertRow(flavour, table, { ...change.set, ...id });
}

/** A new row; a duplicate key error when it exists. */
export function* addRow(flavour: Flavour, table: RowTable, values: JsonObject): Script<void> {
  const { sql, parameters } = insertOf(flavour, table, values);
  yield* ask(sql, ...parameters);
}

export function insertOf(flavour: Flavour, table: RowTable, values: JsonObject): Query {
  const names: string[] = [];
  for (const column of table.columns.keys()) if (column in values) names.push(column);
  return {
    sql: insertText(flavour, table, names),
    parameters: names.map((name) => toColumn(flavour, table, name, values[name] ?? null)),
  };
}

/** By flavour and table, the texts of inserts by how many of its columns they have: making one takes as long as performing it. */
const texts = new Map<string, { readonly names: readonly string[]; readonly sql: string }>();

function insertText(flavour: Flavour, table: RowTable, names: readonly string[]): string {
  const key = `${flavour.kind} ${table.name} ${names.length}`;
  const known = texts.get(key);
  if (known !== undefined && known.names.every((name, i) => name === names[i])) return known.sql;
  const list = names.map((name) => flavour.quote(name)).join(', ');
  const sql = `insert into ${tableName(table)} (${list}) values ${marks(names.length)}`;
  texts.set(key, { names, sql });
  return sql;
}

/** Writes the named columns; an existing row keeps the others, and its creation time. */
export function* upsertRow(flavour: Flavour, table: RowTable, values: JsonObject): Script<void> {
  const names = [...table.columns.keys()].filter(
    (column) => column in values || column === table.scope,
  );
  const keys = keyColumns(table);
  const changed = names.filter((name) => !keys.includes(name) && name !== 'created_at');
  const list = names.map((name) => flavour.quote(name)).join(', ');
  yield* ask(
    `insert into ${tableName(table)} (${list}) values ${marks(names.length)} ${flavour.onRepeat(keys, changed.length === 0 ? [table.key] : changed)}`,
    ...names.map((name) =>
      toColumn(flavour, table, name, values[name] ?? (name === table.scope ? '' : null)),
    ),
  );
}

export function* deleteRow(flavour: Flavour, table: RowTable, values: JsonObject): Script<void> {
  const keys = keyColumns(table).filter((column) => column in values);
  const where = keys.map((column) => `${flavour.quote(column)} = ?`).join(' and ');
  yield* ask(
    `delete from ${tableName(table)} where ${where}`,
    ...keys.map((column) => toColumn(flavour, table, column, values[column] ?? null)),
  );
}

export function toColumn(flavour: Flavour, table: RowTable, column: string, value: Json): SqlValue {
  const normal = columnValue(table, column, value);
  const type = table.columns.get(column);
  if (normal === null) return null;
  if (type === 'boolean') return normal === true ? 1 : 0;
  if (type === 'json' || type === 'value') return JSON.stringify(normal);
  if (type === 'integer') return Number(normal);
  if (type === 'instant') return flavour.toTime(Number(normal));
  // Every other type has texts, as `columnValue` makes them.
  const text = normal as string;
  if (type === 'time') return flavour.toTime(text);
  // Some databases cannot store a NUL or half a surrogate pair; these rows are for reading, and the journal has the original.
  return type === 'key'
    ? toKey(text)
    : shortened(flavour, type, text.toWellFormed().replaceAll('\0', '\uFFFD'));
}

function shortened({ kind }: Flavour, type: ColumnType | undefined, text: string): string {
  if (kind !== 'mysql' || (type !== 'word' && type !== 'name')) return text;
  const max = type === 'word' ? wordLengthMax : nameLengthMax;
  // The database counts characters, not UTF-16 units; only long texts are taken apart for that.
  return text.length <= max ? text : Array.from(text).slice(0, max).join('');
}
