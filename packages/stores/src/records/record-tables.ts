// Our own small tables: what a server stores besides runs and definitions. Each row belongs to a user.
import type { ColumnType, RowTable } from '../values/row-table.ts';

export const keyTable = recordTable(
  'api_keys',
  {
    name: 'value',
    hash: 'key',
    scopes: 'value',
    created_at: 'integer',
    expires_at: 'integer',
    revoked_at: 'integer',
    last_used_at: 'integer',
  },
  { indexed: ['hash'] },
);

/** Not `triggers`: that table has the columns of the dialect pipeline, and does not say when a trigger fires. */
export const triggerTable = recordTable(
  'workflow_triggers',
  {
    workflow_id: 'key',
    type: 'key',
    config: 'value',
    is_active: 'boolean',
    next_fire_at: 'integer',
    secret: 'value',
    created_at: 'integer',
    updated_at: 'integer',
    claimed_by: 'key',
    claimed_until: 'integer',
  },
  { indexed: ['id', 'user_id,workflow_id', 'is_active,next_fire_at'] },
);

export const historyTable = recordTable(
  'trigger_history',
  { trigger_id: 'key', at: 'integer', outcome: 'value', run_id: 'key', data: 'value' },
  { indexed: ['user_id,trigger_id,place'] },
);

export const deliveryTable = recordTable(
  'trigger_deliveries',
  { trigger_id: 'key', at: 'integer' },
  { indexed: ['at'], scope: 'trigger_id' },
);

export const auditTable = recordTable(
  'audit_log',
  { at: 'integer', actor: 'value', action: 'key', subject: 'key', data: 'value' },
  { indexed: ['user_id,place', 'at'] },
);

export const viewTable = recordTable('saved_views', {
  name: 'value',
  filter: 'value',
  created_at: 'integer',
});

export const secretTable = recordTable('secrets', {
  sealed: 'value',
  created_at: 'integer',
  updated_at: 'integer',
});

export const recordTables: readonly RowTable[] = [
  keyTable,
  triggerTable,
  historyTable,
  deliveryTable,
  auditTable,
  viewTable,
  secretTable,
];

function recordTable(
  name: string,
  columns: Readonly<Record<string, ColumnType>>,
  { indexed = [], scope }: { readonly indexed?: readonly string[]; readonly scope?: string } = {},
): RowTable {
  const all = Object.entries({ user_id: 'key', id: 'key', ...columns } as const);
  return {
    name,
    key: 'id',
    user: 'user_id',
    columns: new Map(all),
    indexed,
    hasPlace: true,
    ...(scope === undefined ? {} : { scope }),
  };
}
