// The tables, as the current code uses them
// What migrations make must be this (schema.test.ts). To change a table, change it here, or in `src/records` and `src/values`
// where the table is described for the code too, and add a migration.
// T1. A run is `place` (its number, in the order of starts) inside the store and `id` outside.
// T2. What belongs to a step (rows of the journal) is written once and never changed; the row of a run changes only with
//     its status, owner or timer. The length of a journal is the number of its last row.
import { recordTables } from '../../src/records/record-ports.ts';
import { dialectTables } from '../../src/values/dialect-tables.ts';
import {
  keyColumns,
  tableName,
  type ColumnType,
  type RowTable,
} from '../../src/values/row-table.ts';
import { columns, type ColumnKind, type Table, type TableIndex } from './table.ts';

const own: readonly Table[] = [
  {
    name: 'skein_servers',
    columns: columns('owner id, alive_until integer'),
    key: ['owner'],
    indexes: [],
  },
  {
    name: 'skein_runs',
    columns:
      columns(`place serial, id id, user_id short, workflow_id workflowId, workflow_version short, name text?,
      start_node text?, parent_run id?, parent_path text?, root_run id?, depth integer, status short, is_open integer,
      created_at instant, ended_at instant?, owner id?, epoch integer, wake_at integer?, idempotency_key id?,
      search text, deaths integer=0, death_seq integer=0, is_tried integer=0, quarantined_at integer?`),
    key: [],
    indexes: [
      { columns: ['id'], isUnique: true },
      {
        columns: ['user_id', 'idempotency_key'],
        isUnique: true,
        where: 'idempotency_key is not null',
      },
      { columns: ['user_id', 'place'] },
      { columns: ['status', 'place'] },
      { columns: ['workflow_id', 'place'] },
      { columns: ['parent_run', 'place'], where: 'parent_run is not null' },
      { columns: ['root_run', 'is_open'], where: 'root_run is not null' },
      { columns: ['is_open', 'place'], where: 'is_open = 1' },
      { columns: ['is_open', 'owner', 'wake_at', 'user_id'], where: 'is_open = 1' },
      { columns: ['is_open', 'ended_at'], where: 'is_open = 0' },
      { columns: ['created_at'], only: 'mysql' },
      { columns: ['quarantined_at'], where: 'quarantined_at is not null' },
    ],
  },
  {
    name: 'skein_journal',
    columns: columns('run integer, seq integer, at integer, body text, blobs text?'),
    key: ['run', 'seq'],
    indexes: [],
  },
  {
    name: 'skein_snapshots',
    columns: columns('run integer, seq integer, state text, blobs text?'),
    key: ['run'],
    indexes: [],
  },
  {
    name: 'skein_waits',
    columns:
      columns(`place serial, id id, run_id id, node text, activation integer, question text, event id?,
      user_id short, who text?, created_at instant, deadline_at instant?, status short, is_open integer, answer text?`),
    key: [],
    indexes: [
      { columns: ['id'], isUnique: true },
      { columns: ['run_id', 'is_open', 'place'] },
      { columns: ['is_open', 'place'], where: 'is_open = 1' },
      { columns: ['is_open', 'event', 'place'], where: 'is_open = 1 and event is not null' },
      { columns: ['is_open', 'user_id', 'place'], where: 'is_open = 1' },
    ],
  },
  {
    name: 'skein_kept_events',
    columns: columns('place serial, run_id id, id id, name text, data text?, at integer'),
    key: [],
    indexes: [{ columns: ['run_id', 'id'], isUnique: true }],
  },
  {
    name: 'skein_workflow_versions',
    columns:
      columns(`place serial, user_id short, workflow_id workflowId, version short, dialect short, name text?,
      definition text, blobs text?, studio text?, saved_at instant, saved_order integer`),
    key: [],
    indexes: [{ columns: ['user_id', 'workflow_id', 'version'], isUnique: true }],
  },
  {
    name: 'skein_workflow_heads',
    columns:
      columns(`place serial, user_id short, workflow_id workflowId, newest integer, is_deleted integer,
      dialect short, search text, revision integer=1, is_active integer=1`),
    key: [],
    indexes: [{ columns: ['user_id', 'workflow_id'], isUnique: true }],
  },
  {
    name: 'skein_inbox',
    columns: columns(
      `place serial, id id, run_id id, command text, taken_epoch integer?, is_open integer, outcome text?`,
    ),
    key: [],
    indexes: [
      { columns: ['id'], isUnique: true },
      { columns: ['run_id', 'is_open'] },
      { columns: ['is_open', 'place'] },
    ],
  },
  {
    name: 'skein_start_keys',
    columns: columns('user_id short, is_quiet integer, start_key id, run_id id, seq integer?'),
    key: ['user_id', 'is_quiet', 'start_key'],
    indexes: [{ columns: ['run_id'] }],
  },
  {
    name: 'skein_slot_keys',
    columns: columns('slot_key id, touched integer'),
    key: ['slot_key'],
    indexes: [],
  },
  {
    name: 'skein_slots',
    columns: columns(
      `place serial, slot_key id, id workflowId, run_id id, slots_max integer, priority real, per_ms integer?,
      asked_at integer, granted_at integer?, free_at integer?, passed integer, dead_since integer?, quiet_ms integer?,
      max_ms integer?, superseded_by id?`,
    ),
    key: [],
    indexes: [
      { columns: ['slot_key', 'id'], isUnique: true },
      { columns: ['slot_key', 'priority', 'place'] },
      { columns: ['run_id'] },
    ],
  },
  {
    name: 'skein_budgets',
    columns: columns('root_run id, tokens real, usd real, bytes integer=0'),
    key: ['root_run'],
    indexes: [],
  },
  { name: 'skein_blobs', columns: columns('hash hash, body text'), key: ['hash'], indexes: [] },
  {
    name: 'skein_blob_uses',
    columns: columns('hash hash, holder short'),
    key: ['hash', 'holder'],
    indexes: [{ columns: ['holder'] }],
    references: { column: 'hash', table: 'skein_blobs' },
  },
];

const metaTable: Table = {
  name: 'skein_meta',
  columns: columns('name short, value text'),
  key: ['name'],
  indexes: [],
};

export const describedTables: readonly Table[] = [
  metaTable,
  ...own,
  ...[...dialectTables.values(), ...recordTables].map(toTable),
];

export function toTable(table: RowTable): Table {
  const name = tableName(table);
  const { key, user, scope, columns: given, indexed, reported = [] } = table;
  const { hasPlace = false, isOpen = false } = table;
  const keys = keyColumns(table);
  const kindOf = (column: string, type: ColumnType): ColumnKind => {
    if (column === user) return 'short';
    // In the tables of a workflow's parts the key is narrower, or it would not fit with the id of the workflow.
    if (column === key) return scope === undefined ? 'workflowId' : 'id';
    if (type === 'key') return 'workflowId';
    return type === 'value' ? 'text' : type;
  };
  const described = [...given].map(([column, type]) => ({
    name: column,
    kind: kindOf(column, type),
    isOptional: !keys.includes(column),
    ...(isOpen && column === user ? { otherwise: "''" } : {}),
  }));
  const indexes: readonly TableIndex[] = [
    ...indexed.map((list) => ({ columns: list.split(',') })),
    ...reported.map((list) => ({ columns: list.split(','), only: 'mysql' as const })),
  ];
  if (!hasPlace) return { name, columns: described, key: keys, indexes };
  return {
    name,
    columns: [{ name: 'place', kind: 'serial' }, ...described],
    key: [],
    indexes: [{ columns: keys, isUnique: true }, ...indexes],
  };
}
