// Indexes leave out the rows that nobody looks for there, where the database can, and what is due is found by user too.
import type { Migration } from './migration.ts';

const statements = [
  'drop index if exists skein_runs_is_open_owner_wake_at',
  'drop index if exists skein_runs_user_id_idempotency_key',
  'create unique index skein_runs_user_id_idempotency_key on skein_runs (user_id, idempotency_key) where idempotency_key is not null',
  'drop index if exists skein_runs_parent_run_place',
  'create index skein_runs_parent_run_place on skein_runs (parent_run, place) where parent_run is not null',
  'drop index if exists skein_runs_root_run_is_open',
  'create index skein_runs_root_run_is_open on skein_runs (root_run, is_open) where root_run is not null',
  'drop index if exists skein_runs_is_open_place',
  'create index skein_runs_is_open_place on skein_runs (is_open, place) where is_open = 1',
  'drop index if exists skein_runs_is_open_owner_wake_at_user_id',
  'create index skein_runs_is_open_owner_wake_at_user_id on skein_runs (is_open, owner, wake_at, user_id) where is_open = 1',
  'drop index if exists skein_runs_is_open_ended_at',
  'create index skein_runs_is_open_ended_at on skein_runs (is_open, ended_at) where is_open = 0',
  'drop index if exists skein_waits_is_open_place',
  'create index skein_waits_is_open_place on skein_waits (is_open, place) where is_open = 1',
  'drop index if exists skein_waits_is_open_event_place',
  'create index skein_waits_is_open_event_place on skein_waits (is_open, event, place) where is_open = 1 and event is not null',
  'drop index if exists skein_waits_is_open_user_id_place',
  'create index skein_waits_is_open_user_id_place on skein_waits (is_open, user_id, place) where is_open = 1',
];

export const thinIndexes: Migration = {
  sqlite: statements,
  postgres: statements,
  mysql: [
    {
      only: { table: 'skein_runs', index: 'skein_runs_is_open_owner_wake_at' },
      sql: 'drop index skein_runs_is_open_owner_wake_at on skein_runs',
    },
    {
      unless: { table: 'skein_runs', index: 'skein_runs_is_open_owner_wake_at_user_id' },
      sql: 'create index skein_runs_is_open_owner_wake_at_user_id on skein_runs (is_open, owner, wake_at, user_id)',
    },
  ],
};
