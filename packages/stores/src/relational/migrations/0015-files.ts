// The files of runs, in parts.
import type { Migration } from './migration.ts';

export const files: Migration = {
  sqlite: [
    `create table if not exists skein_files (place integer primary key autoincrement, user_id text not null,
      id text not null, run_id text, part integer, about text, bytes text) strict`,
    `create unique index if not exists skein_files_user_id_id on skein_files (user_id, id)`,
    `create index if not exists skein_files_run_id on skein_files (run_id)`,
  ],
  postgres: [
    `create table if not exists skein_files (place bigserial primary key, user_id text collate "C" not null,
      id text collate "C" not null, run_id text collate "C", part bigint, about text, bytes text)`,
    `create unique index if not exists skein_files_user_id_id on skein_files (user_id, id)`,
    `create index if not exists skein_files_run_id on skein_files (run_id)`,
  ],
  mysql: [
    `create table if not exists skein_files (place bigint not null auto_increment primary key,
      user_id varchar(128) not null, id varchar(384) not null, run_id varchar(384), part bigint, about longtext,
      bytes longtext, unique index skein_files_user_id_id (user_id, id), index skein_files_run_id (run_id))
      engine = InnoDB character set utf8mb4 collate {collation}`,
  ],
  neo4j: [
    'create constraint if not exists for (n:Skein_files) require (n.user_id, n.id) is unique',
    'create index if not exists for (n:Skein_files) on (n.run_id)',
  ],
};
