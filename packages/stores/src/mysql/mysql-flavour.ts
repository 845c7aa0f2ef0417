import type { Flavour } from '../relational/flavour.ts';
import { twoColumns } from '../relational/journal-form.ts';

/** `collation`: one that tells all bytes apart, trailing spaces too; its name differs between MySQL and MariaDB. */
export function mysqlFlavour(collation: string): Flavour {
  return {
    kind: 'mysql',
    types: {
      serial: 'bigint not null auto_increment primary key',
      id: 'varchar(255)',
      workflowId: 'varchar(384)',
      short: 'varchar(128)',
      hash: 'char(64) character set ascii collate ascii_bin',
      text: 'longtext',
      json: 'json',
      integer: 'bigint',
      real: 'double',
      boolean: 'boolean',
    },
    tableOptions: ` engine = InnoDB character set utf8mb4 collate ${collation}`,
    hasInlineIndexes: true,
    hasPartialIndexes: false,
    canReturn: false,
    journal: twoColumns,
    lock: ' for update',
    lockFree: ' for update skip locked',
    atOnce: 200,
    columnsOf:
      'select column_name as name from information_schema.columns where table_schema = database() and table_name = ?',
    indexesOf:
      'select distinct index_name as name from information_schema.statistics where table_schema = database() and table_name = ?',
    dropIndex: (table, index) => `drop index \`${index}\` on ${table}`,
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
