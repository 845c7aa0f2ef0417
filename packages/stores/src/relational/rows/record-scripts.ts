// Rows of described tables, as scripts. Names of tables and columns are our own; values are parameters.
import type { Json, JsonObject } from '@skein/kernel';
import type { RecordOrder } from '../../records/record-page.ts';
import type { Match, Measured } from '../../records/records.ts';
import { fromKey } from '../../values/key-text.ts';
import { jsonOrMark, unreadable } from '../../values/unreadable.ts';
import { keyColumns, tableName, type ColumnType, type RowTable } from '../../values/row-table.ts';
import type { Flavour } from '../flavour.ts';
import { ask, limitTo, type Row, type Script, type SqlValue } from '../script.ts';
import { addRow, insertOf, toColumn } from './write-row.ts';

/** False when it exists, in one statement: where a database says what it has inserted. */
export function* insertReturning(
  flavour: Flavour,
  table: RowTable,
  row: JsonObject,
): Script<boolean> {
  const { sql, parameters } = insertOf(flavour, table, row);
  const added = yield* ask(
    `${sql} ${flavour.onRepeat(keyColumns(table), [])} returning 1 as added`,
    ...parameters,
  );
  return added.length > 0;
}

/** False when it exists. Of two concurrent inserts one gets a duplicate key, is retried, and finds the row. */
export function* insertRow(flavour: Flavour, table: RowTable, row: JsonObject): Script<boolean> {
  const match: Match = keyColumns(table).map((column) => [column, '=', row[column] ?? '']);
  if ((yield* lockRows(flavour, table, match)) > 0) return false;
  yield* addRow(flavour, table, row);
  return true;
}

export function* updateRows(
  flavour: Flavour,
  table: RowTable,
  { match, set }: { readonly match: Match; readonly set: JsonObject },
): Script<number> {
  const count = yield* lockRows(flavour, table, match);
  if (count === 0) return 0;
  const { sql, values } = conditions(flavour, table, match);
  const names = Object.keys(set);
  const sets = names.map((name) => `${flavour.quote(name)} = ?`).join(', ');
  const given = names.map((name) => toColumn(flavour, table, name, set[name] ?? null));
  yield* ask(`update ${tableName(table)} set ${sets} where ${sql}`, ...given, ...values);
  return count;
}

export function* deleteRows(flavour: Flavour, table: RowTable, match: Match): Script<number> {
  const count = yield* lockRows(flavour, table, match);
  if (count === 0) return 0;
  const { sql, values } = conditions(flavour, table, match);
  yield* ask(`delete from ${tableName(table)} where ${sql}`, ...values);
  return count;
}

/** Keeps the newest ones. */
export function* trimRows(
  flavour: Flavour,
  table: RowTable,
  { match, keep }: { readonly match: Match; readonly keep: number },
): Script<void> {
  const { sql, values } = conditions(flavour, table, match);
  const [last] = yield* ask(
    `select place from ${tableName(table)} where ${sql} order by place desc limit 1 offset ${keep}`,
    ...values,
  );
  if (last === undefined) return;
  const place = Number(last['place']);
  yield* ask(`delete from ${tableName(table)} where ${sql} and place <= ?`, ...values, place);
}

export function* selectRows(
  flavour: Flavour,
  table: RowTable,
  match: Match,
  order?: RecordOrder,
): Script<readonly (JsonObject & { readonly place?: Json })[]> {
  const { sql, values } = conditions(flavour, table, match);
  const parameters: SqlValue[] = [...values];
  let text = `select * from ${tableName(table)} where ${sql}`;
  if (order !== undefined) {
    const column = flavour.quote(order.by);
    const tie = order.isTied === true ? ', place desc' : '';
    if (order.from !== undefined && order.fromPlace !== undefined) {
      const from = toColumn(flavour, table, order.by, order.from);
      text += ` and ${column} <= ? and (${column} < ? or place <= ?)`;
      parameters.push(from, from, order.fromPlace);
    } else if (order.from !== undefined) {
      text += ` and ${column} ${order.isDescending === true ? '<=' : '>='} ?`;
      parameters.push(order.from);
    }
    text += ` order by ${column}${order.isDescending === true ? ' desc' : ''}${tie}${limitTo(order.limit)}`;
  }
  const rows = yield* ask(text, ...parameters);
  return rows.map((row) => toRow(table, row));
}

export function* measureRows(
  flavour: Flavour,
  table: RowTable,
  { match, column }: { readonly match: Match; readonly column: string },
): Script<Measured> {
  const { sql, values } = conditions(flavour, table, match);
  const [found] = yield* ask(
    `select count(*) as n, coalesce(sum(${flavour.quote(column)}), 0) as total from ${tableName(table)} where ${sql}`,
    ...values,
  );
  return { rows: Number(found?.['n'] ?? 0), sum: Number(found?.['total'] ?? 0) };
}

/** How many there are; they are locked until the commit. */
function* lockRows(flavour: Flavour, table: RowTable, match: Match): Script<number> {
  const { sql, values } = conditions(flavour, table, match);
  const key = flavour.quote(table.key);
  const rows = yield* ask(
    `select ${key} from ${tableName(table)} where ${sql}${flavour.lock}`,
    ...values,
  );
  return rows.length;
}

function conditions(
  flavour: Flavour,
  table: RowTable,
  match: Match,
): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const values: SqlValue[] = [];
  const parts = match.map(([column, is, wanted]) => {
    const value = toColumn(flavour, table, column, wanted);
    if (value === null) return `${flavour.quote(column)} is null`;
    values.push(value);
    return `${flavour.quote(column)} ${is} ?`;
  });
  return { sql: parts.length === 0 ? '1 = 1' : parts.join(' and '), values };
}

function toRow(table: RowTable, row: Row): JsonObject {
  const own = [...table.columns].map(
    ([column, type]) => [column, fromColumn(type, row[column] ?? null)] as const,
  );
  const place = table.hasPlace === true ? [['place', Number(row['place'])] as const] : [];
  return Object.fromEntries([...own, ...place]);
}

/** Other programs write columns of JSON too, and not every database checks what they write: it is then a text. */
function parsed(type: 'json' | 'value', text: string): Json {
  const value = jsonOrMark(text);
  return value === unreadable && type === 'json' ? text : value;
}

function fromColumn(type: ColumnType, value: unknown): Json {
  if (value === null) return null;
  switch (type) {
    case 'boolean':
      return Boolean(value);
    case 'integer':
    case 'instant':
      return Number(value);
    case 'time':
      // Milliseconds, from a column that is a time.
      return typeof value === 'number' ? new Date(value).toISOString() : (value as string);
    case 'key':
      return fromKey(value as string);
    case 'json':
    case 'value':
      // Drivers differ: some have already parsed the JSON, some return its text.
      return typeof value === 'string' ? parsed(type, value) : (value as Json);
    case 'text':
    case 'word':
    case 'name':
      return value as string;
  }
}
