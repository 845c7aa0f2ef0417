// Tokens of users for connections, and sign-ins that were begun.
import type { Migration } from './migration.ts';

export const connections: Migration = {
  sqlite: [
    `create table if not exists skein_connections (place integer primary key autoincrement, user_id text not null,
      id text not null, sealed text, claimed_by text, claimed_until integer, created_at integer, updated_at integer) strict`,
    `create unique index if not exists skein_connections_user_id_id on skein_connections (user_id, id)`,
    `create table if not exists skein_sign_ins (place integer primary key autoincrement, user_id text not null,
      id text not null, sealed text, at integer) strict`,
    `create unique index if not exists skein_sign_ins_user_id_id on skein_sign_ins (user_id, id)`,
  ],
  postgres: [
    `create table if not exists skein_connections (place bigserial primary key, user_id text collate "C" not null,
      id text collate "C" not null, sealed text, claimed_by text collate "C", claimed_until bigint, created_at bigint,
      updated_at bigint)`,
    `create unique index if not exists skein_connections_user_id_id on skein_connections (user_id, id)`,
    `create table if not exists skein_sign_ins (place bigserial primary key, user_id text collate "C" not null,
      id text collate "C" not null, sealed text, at bigint)`,
    `create unique index if not exists skein_sign_ins_user_id_id on skein_sign_ins (user_id, id)`,
  ],
  mysql: [
    `create table if not exists skein_connections (place bigint not null auto_increment primary key,
      user_id varchar(128) not null, id varchar(384) not null, sealed longtext, claimed_by varchar(384),
      claimed_until bigint, created_at datetime(3), updated_at datetime(3),
      unique index skein_connections_user_id_id (user_id, id)) engine = InnoDB
      character set utf8mb4 collate {collation}`,
    `create table if not exists skein_sign_ins (place bigint not null auto_increment primary key,
      user_id varchar(128) not null, id varchar(384) not null, sealed longtext, at datetime(3),
      unique index skein_sign_ins_user_id_id (user_id, id)) engine = InnoDB
      character set utf8mb4 collate {collation}`,
  ],
  neo4j: [
    'create constraint if not exists for (n:Skein_connections) require (n.user_id, n.id) is unique',
    'create constraint if not exists for (n:Skein_sign_ins) require (n.user_id, n.id) is unique',
  ],
};
