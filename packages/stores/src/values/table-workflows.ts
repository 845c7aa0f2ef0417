// Workflows from their tables
// The way back from rows to a definition, for the dialect whose design has its graphs built from tables. Programs write there
// what they like; the rest of the definition (order, policy, what an editor keeps) is as it was saved.
// T1. The rows of what this returns are the rows that are there: built again, it does not differ.
// T2. Rows of several tables are read twice: equal readings were not torn by a transaction in between.
import {
  equalJson,
  isObject,
  ownValue,
  versionId,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import type { DefinitionRecord, TableStore, TableWorkflows } from '@skein/ports';
import { columnValue } from './column-value.ts';
import { builtDialect as dialect, definitionRows } from './definition-rows.ts';
import { dialectTable } from './dialect-tables.ts';

const readingsMax = 5;

export function tableWorkflows(find: TableStore['find']): TableWorkflows {
  return {
    dialects: new Set([dialect]),
    async build({ id, user = '' }, saved) {
      if (saved !== undefined && saved.dialect !== dialect) return undefined;
      const base: DefinitionRecord = saved ?? {
        id,
        user,
        version: versionId(''),
        definition: { id },
        dialect,
        savedAt: 0,
      };
      let rows = await readRows(find, base);
      for (let n = 1; n < readingsMax; n++) {
        const definition = rows === null ? null : merge(base, rows);
        if (definition === null || definition === base.definition) return undefined;
        const again = await readRows(find, base);
        if (equalJson(again, rows)) return { definition, dialect };
        rows = again;
      }
      return undefined;
    },
  };
}

/** Rows of one workflow, by table. */
interface WorkflowRows extends JsonObject {
  readonly workflow: JsonObject;
  readonly nodes: readonly JsonObject[];
  readonly edges: readonly JsonObject[];
  readonly agents: readonly JsonObject[];
}

const tables = { nodes: 'workflow_nodes', edges: 'workflow_edges', agents: 'agents' } as const;

type ListKey = keyof typeof tables;

async function readRows(
  find: TableStore['find'],
  { id, user: userId = '', definition }: DefinitionRecord,
): Promise<WorkflowRows | null> {
  const [workflow] = await find('agent_workflows', { userId, id });
  if (workflow === undefined) return null;
  const inside = async (table: string) =>
    (await find(table, { userId, workflowId: id })).toSorted(byId);
  const agents: JsonObject[] = [];
  for (const agent of objectsAt(definition, 'agents')) {
    const own = ownValue(agent, 'id');
    if (typeof own === 'string') agents.push(...(await find('agents', { userId, id: own })));
  }
  return {
    workflow,
    nodes: await inside(tables.nodes),
    edges: await inside(tables.edges),
    agents,
  };
}

/** The same object when the rows are those of the definition. */
function merge(record: DefinitionRecord, rows: WorkflowRows): JsonObject | null {
  const { definition } = record;
  if (!isObject(definition)) return null;
  const changes: { [key: string]: Json } = { ...workflowChanges(record, rows.workflow) };
  for (const key of ['nodes', 'edges', 'agents'] as const) {
    const list = mergeList(record, key, rows[key]);
    if (list !== null) changes[key] = list;
  }
  return Object.keys(changes).length === 0 ? definition : { ...definition, ...changes };
}

function workflowChanges(record: DefinitionRecord, row: JsonObject): JsonObject {
  const [expected] = definitionRows(record).filter(({ table }) => table === 'agent_workflows');
  const changed = changedColumns('agent_workflows', expected?.values ?? {}, {
    ...row,
    description: row['description'] ?? '',
    isConversational: row['isConversational'] === true,
  });
  const { name, ...others } = changed;
  // A workflow is renamed without a new definition, and one without a name is called by its id.
  const isNamed = typeof name === 'string' && name !== record.name;
  return isNamed ? { ...others, name } : others;
}

/** Null when nothing differs. */
function mergeList(
  record: DefinitionRecord,
  key: ListKey,
  rows: readonly JsonObject[],
): readonly Json[] | null {
  const { definition } = record;
  const written = isObject(definition) ? ownValue(definition, key) : undefined;
  const items: readonly Json[] = Array.isArray(written) ? written : [];
  const expected = definitionRows(record).filter(({ table }) => table === tables[key]);
  const ids = expected.map(({ values }) => values['id']);
  // Two of one id share a row: that is an error of the definition, which only its author can correct.
  if (new Set(ids).size < ids.length || items.length > ids.length) return null;
  const found = new Map(rows.map((row) => [row['id'], row]));
  let isChanged = false;
  const merged: Json[] = [];
  for (const [i, { values }] of expected.entries()) {
    const id = values['id'] ?? null;
    const row = found.get(id);
    found.delete(id);
    const item = items[i];
    const changed = row === undefined ? {} : changedColumns(tables[key], values, row);
    // Agents may travel with the definition alone.
    const isGone = row === undefined && key !== 'agents';
    isChanged ||= isGone || Object.keys(changed).length > 0;
    if (!isGone && isObject(item)) merged.push({ id, ...item, ...changed });
  }
  const added = key === 'agents' ? [] : [...found.values()].map(withoutOwner);
  return isChanged || added.length > 0 ? [...merged, ...added] : null;
}

/** The columns in which a row differs from what a save has written. */
function changedColumns(name: string, expected: JsonObject, row: JsonObject): JsonObject {
  const table = dialectTable(name);
  const columns = [...table.columns.keys()].filter((column) => column in expected);
  return Object.fromEntries(
    columns.flatMap((column): readonly (readonly [string, Json])[] => {
      const found = row[column] ?? null;
      const wrote = columnValue(table, column, expected[column] ?? null);
      return equalJson(readable(wrote), readable(found)) ? [] : [[column, found]];
    }),
  );
}

/** Without what some databases cannot store in a text. */
function readable(value: Json): Json {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value;
}

function withoutOwner(row: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([column]) => column !== 'userId'));
}

function objectsAt(definition: Json, key: string): readonly JsonObject[] {
  const list = isObject(definition) ? ownValue(definition, key) : undefined;
  return Array.isArray(list) ? list.filter((item) => isObject(item)) : [];
}

function byId(left: JsonObject, right: JsonObject): number {
  return JSON.stringify(left['id']) < JSON.stringify(right['id']) ? -1 : 1;
}
