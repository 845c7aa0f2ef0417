// Slots that are counted across runs, and the keys that they are counted by.
import type { Migration } from './migration.ts';

export const slots: Migration = {
  sqlite: [
    `create table if not exists skein_slot_keys (slot_key text not null, touched integer not null,
      primary key (slot_key)) strict`,
    `create table if not exists skein_slots (place integer primary key autoincrement, slot_key text not null,
      id text not null, run_id text not null, slots_max integer not null, priority real not null, per_ms integer,
      asked_at integer not null, granted_at integer, free_at integer, passed integer not null, dead_since integer) strict`,
    `create unique index if not exists skein_slots_slot_key_id on skein_slots (slot_key, id)`,
    `create index if not exists skein_slots_slot_key_priority_place on skein_slots (slot_key, priority, place)`,
    `create index if not exists skein_slots_run_id on skein_slots (run_id)`,
  ],
  postgres: [
    `create table if not exists skein_slot_keys (slot_key text collate "C" not null, touched bigint not null,
      primary key (slot_key))`,
    `create table if not exists skein_slots (place bigserial primary key, slot_key text collate "C" not null,
      id text collate "C" not null, run_id text collate "C" not null, slots_max bigint not null,
      priority double precision not null, per_ms bigint, asked_at bigint not null, granted_at bigint, free_at bigint,
      passed bigint not null, dead_since bigint)`,
    `create unique index if not exists skein_slots_slot_key_id on skein_slots (slot_key, id)`,
    `create index if not exists skein_slots_slot_key_priority_place on skein_slots (slot_key, priority, place)`,
    `create index if not exists skein_slots_run_id on skein_slots (run_id)`,
  ],
  mysql: [
    `create table if not exists skein_slot_keys (slot_key varchar(255) not null, touched bigint not null,
      primary key (slot_key)) engine = InnoDB character set utf8mb4 collate {collation}`,
    `create table if not exists skein_slots (place bigint not null auto_increment primary key,
      slot_key varchar(255) not null, id varchar(384) not null, run_id varchar(255) not null,
      slots_max bigint not null, priority double not null, per_ms bigint, asked_at bigint not null, granted_at bigint,
      free_at bigint, passed bigint not null, dead_since bigint,
      unique index skein_slots_slot_key_id (slot_key, id),
      index skein_slots_slot_key_priority_place (slot_key, priority, place),
      index skein_slots_run_id (run_id)) engine = InnoDB character set utf8mb4 collate {collation}`,
  ],
  neo4j: [
    'create constraint if not exists for (n:SkeinSlotKey) require (n.key) is unique',
    'create constraint if not exists for (n:SkeinSlot) require (n.key, n.id) is unique',
    'create index if not exists for (n:SkeinSlot) on (n.run)',
  ],
};
