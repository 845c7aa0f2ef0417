import type { Flavour } from '../relational/flavour.ts';
import { twoColumns } from '../relational/journal-form.ts';
import { toDatetime } from './mysql-time.ts';

/** `collation`: one that distinguishes all bytes, trailing spaces too; its name differs between MySQL and MariaDB. */
export function mysqlFlavour(collation: string): Flavour {
  return {
    kind: 'mysql',
    collation,
    canReturn: false,
    journal: twoColumns,
    lock: ' for update',
    lockFree: ' for update skip locked',
    position: 'instr',
    atOnce: 200,
    columnsOf:
      'select column_name as name from information_schema.columns where table_schema = database() and table_name = ?',
    indexesOf:
      'select distinct index_name as name from information_schema.statistics where table_schema = database() and table_name = ?',
    toTime: toDatetime,
    quote: (name) => `\`${name}\``,
    onRepeat(key, columns) {
      const changed = columns.length === 0 ? key.slice(0, 1) : columns;
      const sets = changed.map((column) => `\`${column}\` = values(\`${column}\`)`);
      return `on duplicate key update ${sets.join(', ')}`;
    },
    onRepeatAdd(_table, _key, columns) {
      const sets = columns.map((column) => `${column} = ${column} + values(${column})`);
      return `on duplicate key update ${sets.join(', ')}`;
    },
  };
}
