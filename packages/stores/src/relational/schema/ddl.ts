import type { Flavour } from '../flavour.ts';
import { oneNumberColumns } from '../journal-form.ts';
import type { Table, TableIndex } from './table.ts';

/** Statements that make a table where there is none; harmless where there is one. */
export function createTable(flavour: Flavour, table: Table): readonly string[] {
  const { quote } = flavour;
  const list = (names: readonly string[]) => names.map((name) => quote(name)).join(', ');
  const lines = table.columns.map(({ name, kind, isOptional }) => {
    const isNullable = isOptional === true || kind === 'serial';
    return `${quote(name)} ${flavour.types[kind]}${isNullable ? '' : ' not null'}`;
  });
  if (isOneNumber(flavour, table)) lines.splice(0, table.key.length, ...oneNumberColumns);
  else if (table.key.length > 0) lines.push(`primary key (${list(table.key)})`);
  if (table.references !== undefined) {
    const { column, table: target } = table.references;
    lines.push(`foreign key (${quote(column)}) references ${target} (${quote(column)})`);
  }
  if (flavour.hasInlineIndexes) {
    for (const index of table.indexes) {
      const unique = index.isUnique === true ? 'unique ' : '';
      lines.push(`${unique}index ${quote(indexName(table, index))} (${list(index.columns)})`);
    }
  }
  const create = `create table if not exists ${quote(table.name)} (${lines.join(', ')})${flavour.tableOptions}`;
  if (flavour.hasInlineIndexes) return [create];
  return [create, ...table.indexes.map((index) => createIndex(flavour, table, index))];
}

export function createIndex(flavour: Flavour, table: Table, index: TableIndex): string {
  const { quote, hasInlineIndexes, hasPartialIndexes } = flavour;
  const unique = index.isUnique === true ? 'unique ' : '';
  const unless = hasInlineIndexes ? '' : 'if not exists ';
  const columns = index.columns.map((name) => quote(name)).join(', ');
  const where = hasPartialIndexes && index.where !== undefined ? ` where ${index.where}` : '';
  return `create ${unique}index ${unless}${quote(indexName(table, index))} on ${quote(table.name)} (${columns})${where}`;
}

export function indexName({ name }: Table, { columns }: TableIndex): string {
  return `${name}_${columns.join('_')}`;
}

function isOneNumber({ journal }: Flavour, { name }: Table): boolean {
  return name === 'journal' && journal.key.length === 1;
}
