// Where messages go, set up while the server runs; and at which of them a message was tried.
import type { Migration } from './migration.ts';

const added = { table: 'skein_outbox', column: 'destination' };

export const destinations: Migration = {
  sqlite: [
    `create table if not exists skein_destinations (place integer primary key autoincrement, user_id text not null,
      id text not null, config text, sealed text, created_at integer, updated_at integer) strict`,
    `create unique index if not exists skein_destinations_user_id_id on skein_destinations (user_id, id)`,
    { unless: added, sql: 'alter table skein_outbox add column destination text' },
    `create index if not exists skein_outbox_destination_place on skein_outbox (destination, place)`,
  ],
  postgres: [
    `create table if not exists skein_destinations (place bigserial primary key, user_id text collate "C" not null,
      id text collate "C" not null, config text, sealed text, created_at bigint, updated_at bigint)`,
    `create unique index if not exists skein_destinations_user_id_id on skein_destinations (user_id, id)`,
    'alter table skein_outbox add column if not exists destination text collate "C"',
    `create index if not exists skein_outbox_destination_place on skein_outbox (destination, place)`,
  ],
  mysql: [
    `create table if not exists skein_destinations (place bigint not null auto_increment primary key,
      user_id varchar(128) not null, id varchar(384) not null, config longtext, sealed longtext, created_at datetime(3),
      updated_at datetime(3), unique index skein_destinations_user_id_id (user_id, id)) engine = InnoDB
      character set utf8mb4 collate {collation}`,
    { unless: added, sql: 'alter table skein_outbox add column destination varchar(384)' },
    {
      unless: { table: 'skein_outbox', index: 'skein_outbox_destination_place' },
      sql: 'alter table skein_outbox add index skein_outbox_destination_place (destination, place)',
    },
  ],
  neo4j: [
    'create constraint if not exists for (n:Skein_destinations) require (n.user_id, n.id) is unique',
    'create index if not exists for (n:Skein_outbox) on (n.destination, n.place)',
  ],
};
