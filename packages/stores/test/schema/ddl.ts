// Statements that make a described table. What migrations make is compared with these; and to add a table, take from them the
// text that the next migration may start with.
import type { Flavour } from '../../src/relational/flavour.ts';
import type { ColumnKind, Table, TableIndex } from './table.ts';

type Kind = Flavour['kind'];

const types: Readonly<Record<Kind, Readonly<Record<ColumnKind, string>>>> = {
  sqlite: {
    serial: 'integer primary key autoincrement',
    id: 'text',
    workflowId: 'text',
    short: 'text',
    hash: 'text',
    text: 'text',
    word: 'text',
    name: 'text',
    json: 'text',
    integer: 'integer',
    instant: 'integer',
    time: 'text',
    real: 'real',
    boolean: 'integer',
  },
  postgres: {
    serial: 'bigserial primary key',
    id: 'text collate "C"',
    workflowId: 'text collate "C"',
    short: 'text collate "C"',
    hash: 'text collate "C"',
    text: 'text',
    word: 'text',
    name: 'text',
    // Not jsonb: that would sort keys and refuse some escapes.
    json: 'json',
    integer: 'bigint',
    instant: 'bigint',
    time: 'text',
    real: 'double precision',
    boolean: 'boolean',
  },
  mysql: {
    serial: 'bigint not null auto_increment primary key',
    id: 'varchar(255)',
    workflowId: 'varchar(384)',
    short: 'varchar(128)',
    hash: 'char(64) character set ascii collate ascii_bin',
    text: 'longtext',
    word: 'varchar(128)',
    name: 'varchar(1000)',
    json: 'json',
    integer: 'bigint',
    instant: 'datetime(3)',
    time: 'datetime(3)',
    real: 'double',
    boolean: 'boolean',
  },
};

const tableOptions: Readonly<Record<Kind, string>> = {
  sqlite: ' strict',
  postgres: '',
  mysql: ' engine = InnoDB character set utf8mb4 collate utf8mb4_nopad_bin',
};

/** Run and number of a row are one key on SQLite (`journal-form.ts`); these tell them apart, for people who look into the file. */
const oneNumberColumns = [
  'key integer primary key',
  'run integer generated always as (key >> 24) virtual',
  'seq integer generated always as (key & 16777215) virtual',
];

export function createTable(kind: Kind, table: Table): readonly string[] {
  const list = (names: readonly string[]) => names.map((name) => quote(kind, name)).join(', ');
  const lines = table.columns.map(({ name, kind: type, isOptional, otherwise }) => {
    const isNullable = isOptional === true || type === 'serial';
    const rest = `${isNullable ? '' : ' not null'}${otherwise === undefined ? '' : ` default ${otherwise}`}`;
    return `${quote(kind, name)} ${types[kind][type]}${rest}`;
  });
  const isOneNumber = kind === 'sqlite' && table.name === 'skein_journal';
  if (isOneNumber) lines.splice(0, table.key.length, ...oneNumberColumns);
  else if (table.key.length > 0) lines.push(`primary key (${list(table.key)})`);
  if (table.references !== undefined) {
    const { column, table: target } = table.references;
    lines.push(
      `foreign key (${quote(kind, column)}) references ${target} (${quote(kind, column)})`,
    );
  }
  return [
    `create table ${table.name} (${lines.join(', ')})${tableOptions[kind]}`,
    ...table.indexes
      .filter(({ only = kind }) => only === kind)
      .map((index) => createIndex(kind, table, index)),
  ];
}

function createIndex(
  kind: Kind,
  { name }: Table,
  { columns, isUnique, where }: TableIndex,
): string {
  const unique = isUnique === true ? 'unique ' : '';
  const list = columns.map((column) => quote(kind, column)).join(', ');
  // MySQL cannot leave out rows.
  const some = kind !== 'mysql' && where !== undefined ? ` where ${where}` : '';
  return `create ${unique}index ${name}_${columns.join('_')} on ${name} (${list})${some}`;
}

function quote(kind: Kind, name: string): string {
  return kind === 'mysql' ? `\`${name}\`` : `"${name}"`;
}
