// How far mailboxes have been read, and the MCP servers of users.
import type { Migration } from './migration.ts';

export const mailAndMcp: Migration = {
  sqlite: [
    `create table if not exists skein_mailboxes (place integer primary key autoincrement, user_id text not null,
      id text not null, uid_validity text, last_uid integer, last_at integer, claimed_by text,
      claimed_until integer) strict`,
    `create unique index if not exists skein_mailboxes_user_id_id on skein_mailboxes (user_id, id)`,
    `create table if not exists skein_mcp_servers (place integer primary key autoincrement, user_id text not null,
      id text not null, config text, created_at integer, updated_at integer) strict`,
    `create unique index if not exists skein_mcp_servers_user_id_id on skein_mcp_servers (user_id, id)`,
  ],
  postgres: [
    `create table if not exists skein_mailboxes (place bigserial primary key, user_id text collate "C" not null,
      id text collate "C" not null, uid_validity text collate "C", last_uid bigint, last_at bigint,
      claimed_by text collate "C", claimed_until bigint)`,
    `create unique index if not exists skein_mailboxes_user_id_id on skein_mailboxes (user_id, id)`,
    `create table if not exists skein_mcp_servers (place bigserial primary key, user_id text collate "C" not null,
      id text collate "C" not null, config text, created_at bigint, updated_at bigint)`,
    `create unique index if not exists skein_mcp_servers_user_id_id on skein_mcp_servers (user_id, id)`,
  ],
  mysql: [
    `create table if not exists skein_mailboxes (place bigint not null auto_increment primary key,
      user_id varchar(128) not null, id varchar(384) not null, uid_validity varchar(384), last_uid bigint,
      last_at datetime(3), claimed_by varchar(384), claimed_until bigint,
      unique index skein_mailboxes_user_id_id (user_id, id)) engine = InnoDB character set utf8mb4 collate {collation}`,
    `create table if not exists skein_mcp_servers (place bigint not null auto_increment primary key,
      user_id varchar(128) not null, id varchar(384) not null, config longtext, created_at datetime(3),
      updated_at datetime(3), unique index skein_mcp_servers_user_id_id (user_id,
      id)) engine = InnoDB character set utf8mb4 collate {collation}`,
  ],
  neo4j: [
    'create constraint if not exists for (n:Skein_mailboxes) require (n.user_id, n.id) is unique',
    'create constraint if not exists for (n:Skein_mcp_servers) require (n.user_id, n.id) is unique',
  ],
};
