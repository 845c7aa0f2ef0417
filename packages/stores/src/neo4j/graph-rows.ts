// Rows of described tables as nodes
// Each table has its own label, `Skein_` and the table's name; columns are properties. Labels and property names are ours.
import type { Json, JsonObject } from '@skein/kernel';
import type { RecordOrder } from '../records/record-page.ts';
import type { Match, Measured } from '../records/records.ts';
import { columnValue } from '../values/column-value.ts';
import { fromKey, toKey } from '../values/key-text.ts';
import { keyColumns, type ColumnType, type RowTable } from '../values/row-table.ts';
import { jsonOrMark } from '../values/unreadable.ts';
import type { Ask, GraphRow } from './neo4j-connection.ts';
import { nextPlaces } from './next-places.ts';

export function labelOf({ name }: RowTable): string {
  return `Skein_${name}`;
}

/** The rows with this key. */
export function keyMatch(table: RowTable, row: JsonObject): Match {
  return keyColumns(table).map((column) => [column, '=', row[column] ?? '']);
}

/** False when it exists. Of two concurrent inserts one violates the constraint, is retried, and finds the row. */
export async function insertNode(ask: Ask, table: RowTable, row: JsonObject): Promise<boolean> {
  const { where, parameters } = conditions(table, keyMatch(table, row));
  const known = await ask(`match (n:${labelOf(table)}) ${where} return n.${table.key}`, parameters);
  if (known.length > 0) return false;
  const place = await placeFor(ask, table);
  await ask(`create (n:${labelOf(table)}) set n = $set`, {
    set: { ...keyProperties(table, row), ...properties(table, row), ...place },
  });
  return true;
}

export async function upsertNode(ask: Ask, table: RowTable, row: JsonObject): Promise<void> {
  const { created_at: createdAt, ...rest } = row;
  const match = keyMatch(table, row);
  if ((await updateNodes(ask, table, { match, set: rest })) > 0) return;
  const created = createdAt === undefined ? {} : { created_at: createdAt };
  await insertNode(ask, table, { ...rest, ...created });
}

/** Lock first, then compare (neo4j-connection.ts, N1). */
export async function updateNodes(
  ask: Ask,
  table: RowTable,
  { match, set }: { readonly match: Match; readonly set: JsonObject },
): Promise<number> {
  const { where, parameters } = conditions(table, match);
  const [row] = await ask(
    `match (n:${labelOf(table)}) ${where} set n._lock = randomUUID()
     with n ${where} set n += $set return count(n) as count`,
    { ...parameters, set: properties(table, set) },
  );
  return Number(row?.['count'] ?? 0);
}

export async function deleteNodes(ask: Ask, table: RowTable, match: Match): Promise<number> {
  const { where, parameters } = conditions(table, match);
  const [row] = await ask(
    `match (n:${labelOf(table)}) ${where} set n._lock = randomUUID()
     with n ${where} detach delete n return count(*) as count`,
    parameters,
  );
  return Number(row?.['count'] ?? 0);
}

export async function trimNodes(
  ask: Ask,
  table: RowTable,
  { match, keep }: { readonly match: Match; readonly keep: number },
): Promise<void> {
  const { where, parameters } = conditions(table, match);
  await ask(
    `match (n:${labelOf(table)}) ${where}
     with n order by n.place desc skip toInteger($keep) detach delete n`,
    { ...parameters, keep },
  );
}

export async function findNodes(
  ask: Ask,
  table: RowTable,
  match: Match,
  order?: RecordOrder,
): Promise<readonly JsonObject[]> {
  const { where, parameters } = conditions(table, match);
  if (order === undefined) {
    const all = await ask(
      `match (n:${labelOf(table)}) ${where} return properties(n) as n`,
      parameters,
    );
    return all.map(({ n }) => toRow(table, n as GraphRow));
  }
  const { by, from, fromPlace = null, isTied = false, isDescending = false, limit } = order;
  const onwards =
    from === undefined
      ? 'true'
      : isTied
        ? `n.${by} <= $from and (n.${by} < $from or n.place <= $fromPlace)`
        : `n.${by} ${isDescending ? '<=' : '>='} $from`;
  const tie = isTied ? ', n.place desc' : '';
  const rows = await ask(
    `match (n:${labelOf(table)}) ${where} with n where ${onwards} return properties(n) as n
     order by n.${by} ${isDescending ? 'desc' : ''}${tie} limit toInteger($limit)`,
    { ...parameters, from: from ?? null, fromPlace, limit },
  );
  return rows.map(({ n }) => toRow(table, n as GraphRow));
}

export async function measureNodes(
  ask: Ask,
  table: RowTable,
  { match, column }: { readonly match: Match; readonly column: string },
): Promise<Measured> {
  const { where, parameters } = conditions(table, match);
  const [found] = await ask(
    `match (n:${labelOf(table)}) ${where} return count(n) as rows, coalesce(sum(n.${column}), 0) as total`,
    parameters,
  );
  return { rows: Number(found?.['rows'] ?? 0), sum: Number(found?.['total'] ?? 0) };
}

async function placeFor(ask: Ask, { hasPlace }: RowTable): Promise<object> {
  if (hasPlace !== true) return {};
  const [place] = await nextPlaces(ask, 1);
  return { place };
}

function conditions(
  table: RowTable,
  match: Match,
): { readonly where: string; readonly parameters: Readonly<Record<string, unknown>> } {
  const parameters: Record<string, unknown> = {};
  const parts = match.map(([column, is, wanted], i) => {
    const value = toProperty(table, column, wanted);
    if (value === null) return `n.${column} is null`;
    parameters[`m${i}`] = value;
    return `n.${column} ${is} $m${i}`;
  });
  return { where: parts.length === 0 ? '' : `where ${parts.join(' and ')}`, parameters };
}

function keyProperties(table: RowTable, row: JsonObject): Readonly<Record<string, unknown>> {
  const entries = keyColumns(table).map((column) => [
    column,
    toProperty(table, column, row[column] ?? ''),
  ]);
  return Object.fromEntries(entries) as Readonly<Record<string, unknown>>;
}

function properties(table: RowTable, row: JsonObject): Readonly<Record<string, unknown>> {
  const columns = Object.entries(row).filter(([column]) => table.columns.has(column));
  return Object.fromEntries(
    columns.map(([column, value]) => [column, toProperty(table, column, value)]),
  );
}

function toProperty(
  table: RowTable,
  column: string,
  value: Json,
): string | number | boolean | null {
  const normal = columnValue(table, column, value);
  if (normal === null) return null;
  switch (table.columns.get(column)) {
    case 'boolean':
      return normal === true;
    case 'integer':
    case 'instant':
      return Number(normal);
    case 'key':
      return toKey(normal as string);
    case 'text':
    case 'word':
    case 'name':
    case 'time':
      return (normal as string).toWellFormed();
    case 'json':
    case 'value':
    case undefined:
      return JSON.stringify(normal);
  }
}

function toRow(table: RowTable, node: GraphRow): JsonObject {
  const own = [...table.columns].map(
    ([column, type]) => [column, fromProperty(type, node[column] ?? null)] as const,
  );
  const place = table.hasPlace === true ? [['place', Number(node['place'])] as const] : [];
  return Object.fromEntries([...own, ...place]);
}

function fromProperty(type: ColumnType, value: unknown): Json {
  if (value === null) return null;
  if (type === 'key') return fromKey(value as string);
  if (type === 'json' || type === 'value') return jsonOrMark(value as string);
  // Only booleans, numbers and texts are left.
  return value as Json;
}
