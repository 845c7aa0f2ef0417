// Tables of the dialects
// Two dialects come from designs that name their tables and columns. Programs written for those tables find
// them here under exactly those names. One column is ours: the owner of the row, because ids are unique per user.
import type { JsonObject } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import type { ColumnType, RowTable } from './row-table.ts';

const times = { created_at: 'time', updated_at: 'time' } as const;

const tables: readonly RowTable[] = [
  pipelineTable(
    'workflows',
    {
      name: 'name',
      description: 'text',
      is_active: 'boolean',
      trigger_uuid: 'key',
      steps: 'json',
      ...times,
    },
    { reported: ['created_at'] },
  ),
  pipelineTable('workflow_steps', { name: 'name', type: 'word', details: 'json', ...times }),
  pipelineTable(
    'triggers',
    { workflow_uuid: 'key', details: 'json', ...times },
    { indexed: ['workflow_uuid'] },
  ),
  pipelineTable(
    'workflow_instances',
    { workflow_definition_uuid: 'key', status: 'word', trigger_output: 'json', ...times },
    {
      indexed: ['workflow_definition_uuid'],
      reported: ['status,created_at', 'created_at'],
      run: 'uuid',
    },
  ),
  pipelineTable(
    'workflow_step_instances',
    {
      workflow_instance_uuid: 'key',
      step_definition_uuid: 'key',
      status: 'word',
      started_at: 'time',
      finished_at: 'time',
      output_id: 'key',
      output: 'json',
      details: 'json',
    },
    {
      indexed: ['workflow_instance_uuid', 'output_id'],
      reported: ['step_definition_uuid', 'status,started_at', 'started_at'],
      run: 'workflow_instance_uuid',
    },
  ),
  agentTable('agent_workflows', {
    name: 'name',
    description: 'text',
    isConversational: 'boolean',
    entrypointNodeId: 'key',
  }),
  agentTable(
    'workflow_nodes',
    { workflowId: 'key', nodeType: 'word', nodeName: 'name', agentId: 'key' },
    'workflowId',
  ),
  agentTable(
    'workflow_edges',
    {
      workflowId: 'key',
      sourceNodeId: 'key',
      targetNodeId: 'key',
      conditionType: 'word',
      conditionValue: 'name',
    },
    'workflowId',
  ),
  agentTable('agents', { name: 'name', systemPrompt: 'text', model: 'name', tools: 'json' }),
];

export const dialectTables: ReadonlyMap<string, RowTable> = new Map(
  tables.map((table) => [table.name, table]),
);

/** Those whose rows belong to one workflow; programs may have written more of them than a save did. */
export const scopedTables: readonly (RowTable & { readonly scope: string })[] = tables.flatMap(
  ({ scope, ...table }) => (scope === undefined ? [] : [{ ...table, scope }]),
);

export function dialectTable(name: string): RowTable {
  const table = dialectTables.get(name);
  if (table === undefined) throw new EngineError('TABLE_UNKNOWN', { table: name });
  return table;
}

/** Rejects columns that the table does not have. */
export function checkColumns(table: RowTable, columns: JsonObject): void {
  for (const column of Object.keys(columns)) {
    if (!table.columns.has(column)) {
      throw new EngineError('TABLE_UNKNOWN', { table: table.name, column });
    }
  }
}

function pipelineTable(
  name: string,
  columns: Readonly<Record<string, ColumnType>>,
  { indexed = [], ...more }: Partial<Pick<RowTable, 'indexed' | 'reported' | 'run'>> = {},
): RowTable {
  const all = Object.entries({ user_id: 'key', uuid: 'key', ...columns } as const);
  return { name, key: 'uuid', user: 'user_id', columns: new Map(all), indexed, ...more };
}

function agentTable(
  name: string,
  columns: Readonly<Record<string, ColumnType>>,
  scope?: string,
): RowTable {
  const all = Object.entries({ userId: 'key', id: 'key', ...columns } as const);
  const indexed: readonly string[] = [];
  return {
    name,
    key: 'id',
    user: 'userId',
    columns: new Map(all),
    indexed,
    isOpen: true,
    ...(scope === undefined ? {} : { scope }),
  };
}
