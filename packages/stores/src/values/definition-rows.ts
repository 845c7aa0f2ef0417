// Definition rows
// A definition of a dialect with tables, as rows of them. Reads what is there and leaves out what has no column: the
// definition itself is kept as written; these rows are for programs that use the tables. `table-workflows.ts` is the way back.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { DefinitionRecord, ProjectionChange } from '@skein/ports';
import { checkId, workflowIdLengthMax } from './check-append.ts';
import { dialectTable } from './dialect-tables.ts';

export interface DefinitionRow {
  readonly table: string;
  readonly values: JsonObject;
}

/** Whether definitions of this dialect are also stored in tables of its own. */
export function hasTables(dialect: string): boolean {
  return dialect === 'pipeline' || dialect === 'agent-graph';
}

/** The dialect whose workflows other programs may change in its tables. */
export const builtDialect = 'agent-graph';

export function definitionRows(record: DefinitionRecord): readonly DefinitionRow[] {
  const { definition, dialect } = record;
  if (!isObject(definition)) return [];
  if (dialect === 'pipeline') return pipelineRows(record, definition);
  return dialect === 'agent-graph' ? agentGraphRows(record, definition) : [];
}

/** Whether the definition itself says that it is enabled; undefined when its dialect does not say. */
export function activeIn({ dialect, definition }: DefinitionRecord): boolean | undefined {
  const said = isObject(definition) ? ownValue(definition, 'is_active') : undefined;
  return dialect === 'pipeline' && typeof said === 'boolean' ? said : undefined;
}

/** What changes in the tables of its dialect when a workflow is renamed, enabled or disabled. */
export function renamed(
  { id, dialect }: Pick<DefinitionRecord, 'id' | 'dialect'>,
  change: {
    readonly name?: string | undefined;
    readonly isActive?: boolean | undefined;
    readonly at: number;
  },
): readonly ProjectionChange[] {
  if (!hasTables(dialect)) return [];
  const name = change.name === undefined ? {} : { name: change.name };
  if (dialect === 'agent-graph') {
    return change.name === undefined ? [] : [{ table: 'agent_workflows', key: id, set: name }];
  }
  const active = change.isActive === undefined ? {} : { is_active: change.isActive };
  const updated = { updated_at: new Date(change.at).toISOString() };
  return [{ table: 'workflows', key: id, set: { ...name, ...active, ...updated } }];
}

/** Rejects ids in a definition that are too long for a key. */
export function checkRows(record: DefinitionRecord): void {
  for (const { table, values } of definitionRows(record)) {
    const { key, scope, columns } = dialectTable(table);
    for (const [column, type] of columns) {
      const value: Json = values[column] ?? null;
      if (type !== 'key' || typeof value !== 'string') continue;
      const isNarrow = column === key && scope !== undefined;
      checkId(`value of ${table}.${column}`, value, isNarrow ? undefined : workflowIdLengthMax);
    }
  }
}

function pipelineRows(record: DefinitionRecord, definition: JsonObject): readonly DefinitionRow[] {
  const user = record.user ?? '';
  const at = new Date(record.savedAt).toISOString();
  const times = { created_at: at, updated_at: at };
  const steps = objectsIn(ownValue(definition, 'steps')).map(
    (step, i) => [textOf(step, 'uuid') ?? `${record.id}#${i}`, step] as const,
  );
  const trigger = ownValue(definition, 'trigger');
  const triggerId = isObject(trigger) ? (textOf(trigger, 'uuid') ?? `${record.id}#trigger`) : null;
  const rows: DefinitionRow[] = [
    {
      table: 'workflows',
      values: {
        uuid: record.id,
        user_id: user,
        name: textOf(definition, 'name') ?? record.name ?? record.id,
        description: textOf(definition, 'description') ?? '',
        is_active: ownValue(definition, 'is_active') !== false,
        trigger_uuid: triggerId,
        steps: steps.map(([uuid]) => uuid),
        ...times,
      },
    },
    ...steps.map(([uuid, step]) => ({
      table: 'workflow_steps',
      values: {
        uuid,
        user_id: user,
        name: textOf(step, 'name') ?? '',
        type: textOf(step, 'type') ?? '',
        details: without(step, ['uuid', 'user_id', 'name', 'type']),
        ...times,
      },
    })),
  ];
  if (isObject(trigger) && triggerId !== null) {
    const details = without(trigger, [
      'uuid',
      'user_id',
      'workflow_uuid',
      'created_at',
      'updated_at',
    ]);
    const values = { uuid: triggerId, user_id: user, workflow_uuid: record.id, details, ...times };
    rows.push({ table: 'triggers', values });
  }
  return rows;
}

function agentGraphRows(
  record: DefinitionRecord,
  definition: JsonObject,
): readonly DefinitionRow[] {
  const userId = record.user ?? '';
  const columns = (item: JsonObject, names: readonly string[]): JsonObject =>
    Object.fromEntries(names.map((name) => [name, ownValue(item, name) ?? null]));
  const inside = (key: string, table: string, names: readonly string[]): DefinitionRow[] =>
    objectsIn(ownValue(definition, key)).map((item, i) => ({
      table,
      values: {
        id: textOf(item, 'id') ?? `${record.id}#${i}`,
        userId,
        ...(table === 'agents' ? {} : { workflowId: record.id }),
        ...columns(item, names),
      },
    }));
  return [
    {
      table: 'agent_workflows',
      values: {
        id: record.id,
        userId,
        name: textOf(definition, 'name') ?? record.name ?? record.id,
        description: textOf(definition, 'description') ?? '',
        isConversational: ownValue(definition, 'isConversational') === true,
        entrypointNodeId: textOf(definition, 'entrypointNodeId') ?? null,
      },
    },
    ...inside('nodes', 'workflow_nodes', ['nodeType', 'nodeName', 'agentId']),
    ...inside('edges', 'workflow_edges', [
      'sourceNodeId',
      'targetNodeId',
      'conditionType',
      'conditionValue',
    ]),
    ...inside('agents', 'agents', ['name', 'systemPrompt', 'model', 'tools']),
  ];
}

function objectsIn(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter((item) => isObject(item)) : [];
}

function textOf(object: JsonObject, key: string): string | undefined {
  const value = ownValue(object, key);
  return typeof value === 'string' ? value : undefined;
}

function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
