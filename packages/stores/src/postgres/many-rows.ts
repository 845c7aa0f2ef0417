// Statements for many rows
// A group of a thousand appends has a thousand times the same few statements. The driver needs more time to send one and to hear that it
// is done than the database needs for its row, so those that may be performed together become one, whose rows are one JSON text. It has
// the same text for any number of rows and is prepared once.
//
// M1. The statements of one append keep their order.
// M2. Only columns of texts and whole numbers: what PostgreSQL reads from JSON is what the single statement would have written.
import type { SqlValue } from '../relational/script.ts';
import type { BatchQuery } from './postgres-batch.ts';

/** A statement for rows whose values have these names. */
interface ManyRows {
  readonly sql: string;
  readonly names: readonly string[];
}

/** Those with columns of texts and whole numbers alone (M2). */
const tables = new Set(['skein_runs', 'skein_waits', 'skein_audit_log', 'skein_outbox']);
const known = new Map<string, ManyRows | null>();
const knownMax = 500;

/** The statements of many appends, as few as possible. */
export function inFewStatements(
  appends: readonly (readonly BatchQuery[])[],
): readonly BatchQuery[] {
  const few: BatchQuery[] = [];
  let begun = appends.filter((queries) => queries.length > 0);
  // Of each append one statement is next; the same one of all others is taken with it (M1).
  for (let at = begun.map(() => 0); begun.length > 0;) {
    const sql = next(begun, at, 0)?.sql;
    const taken: BatchQuery[] = [];
    for (let i = 0; i < begun.length; i++) {
      const query = next(begun, at, i);
      if (query === undefined || query.sql !== sql) continue;
      taken.push(query);
      at[i] = (at[i] ?? 0) + 1;
    }
    few.push(...together(taken));
    const isLeft = begun.map((queries, i) => (at[i] ?? 0) < queries.length);
    if (isLeft.every(Boolean)) continue;
    at = at.filter((_, i) => isLeft[i]);
    begun = begun.filter((_, i) => isLeft[i]);
  }
  return few;
}

function next(
  begun: readonly (readonly BatchQuery[])[],
  at: readonly number[],
  i: number,
): BatchQuery | undefined {
  return begun[i]?.[at[i] ?? 0];
}

/** All of them have the same text. */
function together(queries: readonly BatchQuery[]): readonly BatchQuery[] {
  const [first] = queries;
  if (first === undefined || queries.length === 1) return queries;
  const many = manyRows(first.sql);
  if (many === null) return queries;
  const rows = queries.map(({ parameters }) => toRow(many, parameters));
  return [{ sql: many.sql, parameters: [JSON.stringify(rows)] }];
}

function toRow({ names }: ManyRows, parameters: BatchQuery['parameters']) {
  const row: { [name: string]: SqlValue | readonly SqlValue[] } = {};
  for (const [i, name] of names.entries()) row[name] = parameters[i] ?? null;
  return row;
}

function manyRows(sql: string): ManyRows | null {
  const before = known.get(sql);
  if (before !== undefined) return before;
  const made = manyInserts(sql) ?? manyUpdates(sql);
  if (known.size < knownMax) known.set(sql, made);
  return made;
}

/** `insert into t (a, b) values (?, ?)` */
function manyInserts(sql: string): ManyRows | null {
  const [, table, list] = /^insert into (\w+) \(([^()]+)\) values \([?, ]+\)$/.exec(sql) ?? [];
  if (table === undefined || list === undefined || !tables.has(table)) return null;
  return {
    sql: `insert into ${table} (${list}) select ${list} from ${rowsOf(table)}`,
    names: list.split(', ').map((name) => name.replaceAll('"', '')),
  };
}

/** `update t set a = ?, b = 0 where id = ?`, perhaps only where a row is open. */
function manyUpdates(sql: string): ManyRows | null {
  const [, table, list, key, isOpen = ''] =
    /^update (\w+) set (.+) where (id) = \?( and is_open = 1)?$/.exec(sql) ?? [];
  if (table === undefined || list === undefined || key === undefined) return null;
  const names: string[] = [];
  const sets = list.split(', ').map((set) => {
    const [, name] = /^(\w+) = \?$/.exec(set) ?? [];
    if (name === undefined) return set;
    names.push(name);
    return `${name} = g.${name}`;
  });
  // Where a value is used in another way, each row needs a statement of its own.
  if (!tables.has(table) || sets.some((set) => set.includes('?'))) return null;
  const open = isOpen.replace('is_open', `${table}.is_open`);
  return {
    sql: `update ${table} set ${sets.join(', ')} from ${rowsOf(table)} where ${table}.${key} = g.${key}${open}`,
    names: [...names, key],
  };
}

function rowsOf(table: string): string {
  return `json_populate_recordset(null::${table}, ?) g`;
}
