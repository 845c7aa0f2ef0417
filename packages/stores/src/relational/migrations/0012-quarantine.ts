// Runs that were driven when their process died are counted, and set aside when it was their fault; the journals of a tree are
// measured.
import type { Migration } from './migration.ts';

const columns = [
  ['skein_budgets', 'bytes', 'not null default 0'],
  ['skein_runs', 'deaths', 'not null default 0'],
  ['skein_runs', 'death_seq', 'not null default 0'],
  ['skein_runs', 'is_tried', 'not null default 0'],
  ['skein_runs', 'quarantined_at', ''],
] as const;

const adding = (type: string) =>
  columns.map(([table, column, more]) => ({
    unless: { table, column },
    sql: `alter table ${table} add column ${column} ${type} ${more}`,
  }));

const open = 'skein_runs (quarantined_at) where quarantined_at is not null';

export const quarantine: Migration = {
  sqlite: [...adding('integer'), `create index if not exists skein_runs_quarantined_at on ${open}`],
  postgres: [
    ...adding('bigint'),
    `create index if not exists skein_runs_quarantined_at on ${open}`,
  ],
  mysql: [
    ...adding('bigint'),
    {
      unless: { table: 'skein_runs', index: 'skein_runs_quarantined_at' },
      sql: 'alter table skein_runs add index skein_runs_quarantined_at (quarantined_at)',
    },
  ],
  neo4j: ['create index if not exists for (n:SkeinRun) on (n.quarantinedAt)'],
};
