// What lists of runs show and searches look through.
import type { Migration } from './migration.ts';

export const runSummaries: Migration = {
  sqlite: [
    `create table if not exists skein_run_summaries (place integer primary key autoincrement, user_id text not null,
      id text not null, run_id text, seq integer, content text, started_by text) strict`,
    `create unique index if not exists skein_run_summaries_user_id_id on skein_run_summaries (user_id, id)`,
    `create index if not exists skein_run_summaries_run_id on skein_run_summaries (run_id)`,
  ],
  postgres: [
    `create table if not exists skein_run_summaries (place bigserial primary key, user_id text collate "C" not null,
      id text collate "C" not null, run_id text collate "C", seq bigint, content text, started_by text)`,
    `create unique index if not exists skein_run_summaries_user_id_id on skein_run_summaries (user_id, id)`,
    `create index if not exists skein_run_summaries_run_id on skein_run_summaries (run_id)`,
  ],
  mysql: [
    `create table if not exists skein_run_summaries (place bigint not null auto_increment primary key,
      user_id varchar(128) not null, id varchar(384) not null, run_id varchar(384), seq bigint, content longtext,
      started_by longtext, unique index skein_run_summaries_user_id_id (user_id, id),
      index skein_run_summaries_run_id (run_id)) engine = InnoDB character set utf8mb4 collate {collation}`,
  ],
  neo4j: [
    'create constraint if not exists for (n:Skein_run_summaries) require (n.user_id, n.id) is unique',
    'create index if not exists for (n:Skein_run_summaries) on (n.run_id)',
  ],
};
