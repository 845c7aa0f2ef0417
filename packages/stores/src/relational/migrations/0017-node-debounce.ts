// Of the slots with a quiet period the newest is granted; the others say by which run they were superseded.
import type { Migration } from './migration.ts';

const adding = (number: string, text: string) =>
  [
    ['quiet_ms', number],
    ['max_ms', number],
    ['superseded_by', text],
  ].map(([column = '', type]) => ({
    unless: { table: 'skein_slots', column },
    sql: `alter table skein_slots add column ${column} ${type}`,
  }));

export const nodeDebounce: Migration = {
  sqlite: adding('integer', 'text'),
  postgres: adding('bigint', 'text collate "C"'),
  mysql: adding('bigint', 'varchar(255)'),
  neo4j: [],
};
