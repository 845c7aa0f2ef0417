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
  const nameOf = ({ columns }: TableIndex) => quote(`${table.name}_${columns.join('_')}`);
  if (flavour.hasInlineIndexes) {
    for (const index of table.indexes) {
      const unique = index.isUnique === true ? 'unique ' : '';
      lines.push(`${unique}index ${nameOf(index)} (${list(index.columns)})`);
    }
  }
  const create = `create table if not exists ${quote(table.name)} (${lines.join(', ')})${flavour.tableOptions}`;
  if (flavour.hasInlineIndexes) return [create];
  const indexes = table.indexes.map(
    (index) =>
      `create ${index.isUnique === true ? 'unique ' : ''}index if not exists ${nameOf(index)} on ${quote(table.name)} (${list(index.columns)})`,
  );
  return [create, ...indexes];
}

function isOneNumber({ journal }: Flavour, { name }: Table): boolean {
  return name === 'journal' && journal.key.length === 1;
}
