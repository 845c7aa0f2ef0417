// What others are told about runs, and what came of it.
import type { Migration } from './migration.ts';

export const outbox: Migration = {
  sqlite: [
    `create table if not exists skein_outbox (place integer primary key autoincrement, user_id text not null,
      id text not null, kind text, recipient text, run_id text, wait_id text, data text, link_until integer, status text,
      attempts integer, due_at integer, error text, created_at integer, updated_at integer, claimed_by text,
      claimed_until integer) strict`,
    `create unique index if not exists skein_outbox_user_id_id on skein_outbox (user_id, id)`,
    `create index if not exists skein_outbox_due_at on skein_outbox (due_at)`,
    `create index if not exists skein_outbox_status_updated_at on skein_outbox (status, updated_at)`,
  ],
  postgres: [
    `create table if not exists skein_outbox (place bigserial primary key, user_id text collate "C" not null,
      id text collate "C" not null, kind text collate "C", recipient text, run_id text collate "C",
      wait_id text collate "C", data text, link_until bigint, status text collate "C", attempts bigint, due_at bigint,
      error text, created_at bigint, updated_at bigint, claimed_by text collate "C", claimed_until bigint)`,
    `create unique index if not exists skein_outbox_user_id_id on skein_outbox (user_id, id)`,
    `create index if not exists skein_outbox_due_at on skein_outbox (due_at)`,
    `create index if not exists skein_outbox_status_updated_at on skein_outbox (status, updated_at)`,
  ],
  mysql: [
    `create table if not exists skein_outbox (place bigint not null auto_increment primary key,
      user_id varchar(128) not null, id varchar(384) not null, kind varchar(384), recipient longtext, run_id varchar(384),
      wait_id varchar(384), data longtext, link_until datetime(3), status varchar(384), attempts bigint,
      due_at datetime(3), error longtext, created_at datetime(3), updated_at datetime(3), claimed_by varchar(384),
      claimed_until bigint, unique index skein_outbox_user_id_id (user_id, id),
      index skein_outbox_due_at (due_at), index skein_outbox_status_updated_at (status,
      updated_at)) engine = InnoDB character set utf8mb4 collate {collation}`,
  ],
  neo4j: [
    'create constraint if not exists for (n:Skein_outbox) require (n.user_id, n.id) is unique',
    'create index if not exists for (n:Skein_outbox) on (n.due_at)',
    'create index if not exists for (n:Skein_outbox) on (n.status, n.updated_at)',
  ],
};
