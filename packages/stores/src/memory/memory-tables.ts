import type { RunId } from '@skein/kernel';
import type { DefinitionRecord, ProjectionChange, SaveOptions, TableStore } from '@skein/ports';
import { matching } from '../records/records.ts';
import { definitionRows, type DefinitionRow } from '../values/definition-rows.ts';
import {
  checkColumns,
  dialectTable,
  dialectTables,
  scopedTables,
} from '../values/dialect-tables.ts';
import { addedParts, checkOwner } from '../values/part-owners.ts';
import { keyColumns } from '../values/row-table.ts';
import { tableWorkflows } from '../values/table-workflows.ts';
import type { MemoryRows } from './memory-rows.ts';

export interface MemoryTables {
  readonly port: TableStore;
  project(user: string, changes: readonly ProjectionChange[]): void;
  saveDefinition(
    record: DefinitionRecord,
    before: DefinitionRecord | undefined,
    options?: SaveOptions,
  ): void;
  /** Throws if a step or trigger of it belongs to another workflow. */
  checkParts(
    record: DefinitionRecord,
    before: DefinitionRecord | undefined,
    options: SaveOptions,
  ): void;
  deleteDefinition(record: DefinitionRecord): void;
  forgetRun(run: RunId): void;
}

const all = { limit: Number.MAX_SAFE_INTEGER };

export function memoryTables(rows: MemoryRows): MemoryTables {
  const find: TableStore['find'] = (name, where) => {
    const table = dialectTable(name);
    checkColumns(table, where);
    return rows.find(table, matching(where), all).items;
  };
  /** Also what others have added. */
  const rowsInside = ({ id, user = '' }: DefinitionRecord): readonly DefinitionRow[] =>
    scopedTables.flatMap((table) => {
      const match = matching({ [table.user]: user, [table.scope]: id });
      return rows.find(table, match, all).items.map((values) => ({ table: table.name, values }));
    });
  return {
    port: { names: new Set(dialectTables.keys()), find, workflows: tableWorkflows(find) },
    project(user, changes) {
      for (const change of changes) {
        const table = dialectTable(change.table);
        const id = { [table.key]: change.key, [table.user]: user };
        if ('delete' in change) rows.remove(table, id);
        else rows.upsert(table, { ...change.set, ...id });
      }
    },
    saveDefinition(record, before, { tables = 'upsert' } = {}) {
      if (tables === 'none') return;
      const next = definitionRows(record);
      const left = new Set(next.map(nameOf));
      const written = before === undefined ? [] : definitionRows(before);
      for (const row of [...written, ...rowsInside(record)]) {
        const isGone = !left.has(nameOf(row));
        if (row.table !== 'agents' && (isGone || tables === 'recreate')) {
          rows.remove(dialectTable(row.table), row.values);
        }
      }
      for (const { table, values } of next) rows.upsert(dialectTable(table), values);
    },
    checkParts(record, before, { tables }) {
      if (tables === 'none') return;
      const known = before === undefined ? [] : definitionRows(before);
      for (const part of addedParts(definitionRows(record), known)) {
        const { uuid = null, user_id = null } = part.values;
        const all = { limit: Number.MAX_SAFE_INTEGER };
        const one = matching({ user_id, uuid });
        const [found] = rows.find(dialectTable(part.table), one).items;
        if (found === undefined) continue;
        const { items } = rows.find(dialectTable('workflows'), matching({ user_id }), all);
        checkOwner(part, found, { workflow: record.id, workflows: items });
      }
    },
    forgetRun(run) {
      for (const table of dialectTables.values()) {
        if (table.run !== undefined) rows.delete(table, [[table.run, '=', run]]);
      }
    },
    deleteDefinition(record) {
      for (const { table, values } of [...definitionRows(record), ...rowsInside(record)]) {
        if (table !== 'agents') rows.remove(dialectTable(table), values);
      }
    },
  };
}

function nameOf({ table, values }: DefinitionRow): string {
  return JSON.stringify([
    table,
    ...keyColumns(dialectTable(table)).map((column) => values[column] ?? ''),
  ]);
}
