// Rows in memory
// The rows of described tables, and the operations of `Records` on them. Nothing here leaves the tick, so everything is atomic.
import { equalJson, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { Page } from '@skein/ports';
import { tiedStart } from '../records/record-page.ts';
import type { Match, Measured, RecordPaging, Records } from '../records/records.ts';
import { checkRecord } from '../records/check-record.ts';
import { columnValue } from '../values/column-value.ts';
import { keyColumns, type RowTable } from '../values/row-table.ts';
import { pageOf } from './page.ts';

interface Entry {
  readonly place: number;
  row: JsonObject;
}

export class MemoryRows implements Records {
  readonly #entriesOf = new Map<string, Map<string, Entry>>();
  #count = 0;

  rows(table: RowTable): readonly JsonObject[] {
    return [...this.#entries(table).values()].map(({ row }) => row);
  }

  insert(table: RowTable, row: JsonObject): boolean {
    checkRecord(table, row);
    const key = keyOf(table, row);
    const entries = this.#entries(table);
    if (entries.has(key)) return false;
    entries.set(key, { place: this.#count++, row: written(table, undefined, row) });
    return true;
  }

  upsert(table: RowTable, values: JsonObject): void {
    checkRecord(table, values);
    const key = keyOf(table, values);
    const before = this.#entries(table).get(key);
    const row = written(table, before?.row, values);
    const createdAt = before === undefined ? undefined : ownValue(before.row, 'created_at');
    const kept = createdAt === undefined || createdAt === null ? {} : { created_at: createdAt };
    const place = before?.place ?? this.#count++;
    this.#entries(table).set(key, { place, row: { ...row, ...kept } });
  }

  update(table: RowTable, match: Match, set: JsonObject): number {
    const found = this.#matching(table, match);
    for (const entry of found) entry.row = written(table, entry.row, set);
    return found.length;
  }

  delete(table: RowTable, match: Match): number {
    const found = this.#matching(table, match);
    for (const { row } of found) this.remove(table, row);
    return found.length;
  }

  trim(table: RowTable, match: Match, keep: number): void {
    const found = this.#matching(table, match);
    const old = found.toSorted((left, right) => right.place - left.place).slice(keep);
    for (const { row } of old) this.remove(table, row);
  }

  measure(table: RowTable, match: Match, column: string): Measured {
    const found = this.#matching(table, match);
    return {
      rows: found.length,
      sum: found.reduce((sum, { row }) => sum + Number(row[column] ?? 0), 0),
    };
  }

  find(
    table: RowTable,
    match: Match,
    { by, newest, ...paging }: Parameters<Records['find']>[2] = {},
  ) {
    if (newest !== undefined) return newestPage(this.#matching(table, match), newest, paging);
    const column = by ?? (table.hasPlace === true ? undefined : table.key);
    const found = this.#matching(table, match);
    if (column === undefined) {
      const { items, nextCursor } = pageOf(found, paging, { placeOf: ({ place }) => place });
      return { items: items.map(({ row }) => row), nextCursor };
    }
    const { cursor, limit = 1000 } = paging;
    // Rows are only ever listed by keys and numbers.
    const valueOf = (row: JsonObject) => row[column] as string | number;
    const sorted = found
      .map(({ row }) => row)
      .toSorted((left, right) => (valueOf(left) < valueOf(right) ? -1 : 1))
      .filter((row) => cursor === undefined || valueOf(row) >= cursor);
    const next = by === undefined ? sorted[limit] : undefined;
    const nextCursor = next === undefined ? null : String(valueOf(next));
    return { items: sorted.slice(0, limit), nextCursor };
  }

  remove(table: RowTable, values: JsonObject): void {
    this.#entries(table).delete(keyOf(table, values));
  }

  #entries({ name }: RowTable): Map<string, Entry> {
    const known = this.#entriesOf.get(name);
    if (known !== undefined) return known;
    const entries = new Map<string, Entry>();
    this.#entriesOf.set(name, entries);
    return entries;
  }

  #matching(table: RowTable, match: Match): readonly Entry[] {
    const entries = this.#entries(table);
    if (entries.size === 0) return [];
    const key = keyIn(table, match);
    const found: Entry[] = [];
    // Whoever names the whole key means one row: looking at all of them would make each write of a large table slower.
    const candidates = key === undefined ? entries.values() : [entries.get(key)];
    for (const entry of candidates) {
      if (entry !== undefined && fits(entry.row, match)) found.push(entry);
    }
    return found;
  }
}

function newestPage(
  found: readonly Entry[],
  column: string,
  { cursor, limit = 1000 }: RecordPaging,
): Page<JsonObject> {
  const start = tiedStart(cursor);
  const at = ({ row }: Entry) => Number(row[column]);
  const sorted = found.toSorted((left, right) => at(right) - at(left) || right.place - left.place);
  const from =
    start === undefined
      ? 0
      : sorted.findIndex(
          (each) =>
            at(each) < start.instant || (at(each) === start.instant && each.place <= start.place),
        );
  const page = from === -1 ? [] : sorted.slice(from, from + limit + 1);
  const next = page[limit];
  return {
    items: page.slice(0, limit).map(({ row }) => row),
    nextCursor: next === undefined ? null : `${at(next)}.${next.place}`,
  };
}

/** The row with these values in the place of its own; a new one has all columns. */
function written(table: RowTable, before: JsonObject | undefined, values: JsonObject): JsonObject {
  const row: Record<string, Json> = {};
  if (before === undefined) for (const column of table.columns.keys()) row[column] = null;
  else Object.assign(row, before);
  for (const column of Object.keys(values))
    row[column] = columnValue(table, column, values[column] ?? null);
  return row;
}

function keyOf(table: RowTable, values: JsonObject): string {
  const parts = keyColumns(table).map((column) =>
    columnValue(table, column, ownValue(values, column) ?? ''),
  );
  return JSON.stringify(parts);
}

/** The key of the only row that can match; undefined when several can. */
function keyIn(table: RowTable, match: Match): string | undefined {
  const named: Record<string, Json> = {};
  for (const [column, is, value] of match) if (is === '=') named[column] = value;
  const columns = keyColumns(table);
  return columns.every((column) => Object.hasOwn(named, column)) ? keyOf(table, named) : undefined;
}

function fits(row: JsonObject, match: Match): boolean {
  return match.every(([column, is, wanted]) => {
    const value: Json = row[column] ?? null;
    if (is === '=') return value === wanted || equalJson(value, wanted);
    if (value === null || wanted === null) return false;
    return is === '<' ? value < wanted : value <= wanted;
  });
}
