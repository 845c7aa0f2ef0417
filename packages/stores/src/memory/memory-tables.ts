import { equalJson, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { DefinitionRecord, ProjectionChange, SaveOptions, TableStore } from '@skein/ports';
import { columnValue } from '../values/column-value.ts';
import { definitionRows } from '../values/definition-rows.ts';
import { checkColumns, dialectTable, dialectTables } from '../values/dialect-tables.ts';

export interface MemoryTables {
  readonly port: TableStore;
  project(user: string, changes: readonly ProjectionChange[]): void;
  saveDefinition(
    record: DefinitionRecord,
    before: DefinitionRecord | undefined,
    options?: SaveOptions,
  ): void;
  deleteDefinition(record: DefinitionRecord): void;
  forgetRun(run: string): void;
}

export function memoryTables(): MemoryTables {
  const rowsOf = new Map<string, Map<string, JsonObject>>();
  for (const name of dialectTables.keys()) rowsOf.set(name, new Map());
  const rows = (table: string) => rowsOf.get(dialectTable(table).name) as Map<string, JsonObject>;

  function write(table: string, values: JsonObject): void {
    const key = keyOf(table, values);
    const before = rows(table).get(key);
    const normal = Object.entries(values).map(
      ([column, value]) => [column, columnValue(dialectTable(table), column, value)] as const,
    );
    const kept = before === undefined ? null : ownValue(before, 'created_at');
    const row: JsonObject = { ...emptyRow(table), ...before, ...Object.fromEntries(normal) };
    rows(table).set(key, kept === null || kept === undefined ? row : { ...row, created_at: kept });
  }

  return {
    port: {
      names: new Set(dialectTables.keys()),
      find(table, where) {
        checkColumns(dialectTable(table), where);
        return [...rows(table).values()].filter((row) => fits(row, where));
      },
    },
    project(user, changes) {
      for (const change of changes) {
        const { table } = change;
        const { key, user: userColumn } = dialectTable(table);
        const id = { [key]: change.key, [userColumn]: user };
        if ('delete' in change) rows(table).delete(keyOf(table, id));
        else write(table, { ...change.set, ...id });
      }
    },
    saveDefinition(record, before, { tables = 'upsert' } = {}) {
      const next = definitionRows(record);
      const left = new Set(next.map(({ table, values }) => `${table} ${keyOf(table, values)}`));
      for (const { table, values } of before === undefined ? [] : definitionRows(before)) {
        const isGone = !left.has(`${table} ${keyOf(table, values)}`);
        if (table !== 'agents' && (isGone || tables === 'recreate')) {
          rows(table).delete(keyOf(table, values));
        }
      }
      for (const { table, values } of next) write(table, values);
    },
    forgetRun(run) {
      for (const { name, run: column } of dialectTables.values()) {
        if (column === undefined) continue;
        for (const [key, row] of rows(name)) if (row[column] === run) rows(name).delete(key);
      }
    },
    deleteDefinition(record) {
      for (const { table, values } of definitionRows(record)) {
        if (table !== 'agents') rows(table).delete(keyOf(table, values));
      }
    },
  };
}

function emptyRow(table: string): JsonObject {
  return Object.fromEntries(
    [...dialectTable(table).columns.keys()].map((column) => [column, null]),
  );
}

function keyOf(table: string, values: JsonObject): string {
  const { key, user, scope } = dialectTable(table);
  const parts = [user, ...(scope === undefined ? [] : [scope]), key];
  return JSON.stringify(parts.map((column) => ownValue(values, column) ?? ''));
}

function fits(row: JsonObject, where: JsonObject): boolean {
  return Object.entries(where).every(([column, value]) =>
    equalJson((row[column] ?? null) as Json, value ?? null),
  );
}
