// Which runs further starts may join, and the idempotency keys of starts that have joined one.
import type { Migration } from './migration.ts';

export const debounce: Migration = {
  sqlite: [
    `create table if not exists skein_start_keys (user_id text not null, is_quiet integer not null, start_key text not null,
      run_id text not null, seq integer, primary key (user_id, is_quiet, start_key)) strict`,
    `create index if not exists skein_start_keys_run_id on skein_start_keys (run_id)`,
  ],
  postgres: [
    `create table if not exists skein_start_keys (user_id text collate "C" not null, is_quiet bigint not null,
      start_key text collate "C" not null, run_id text collate "C" not null, seq bigint,
      primary key (user_id, is_quiet, start_key))`,
    `create index if not exists skein_start_keys_run_id on skein_start_keys (run_id)`,
  ],
  mysql: [
    `create table if not exists skein_start_keys (user_id varchar(128) not null, is_quiet bigint not null,
      start_key varchar(255) not null, run_id varchar(255) not null, seq bigint,
      primary key (user_id, is_quiet, start_key), index skein_start_keys_run_id (run_id))
      engine = InnoDB character set utf8mb4 collate {collation}`,
  ],
  neo4j: [
    'create constraint if not exists for (n:SkeinStartKey) require (n.user, n.isQuiet, n.key) is unique',
    'create index if not exists for (n:SkeinStartKey) on (n.run)',
  ],
};
