import type { ColumnType, RowTable } from '../values/row-table.ts';
import type { Records } from './records.ts';

/** A part of what a server keeps: its own tables, and the interface over them, written once for all stores. */
export interface RecordPart<Offered> {
  readonly tables: readonly RowTable[];
  readonly over: (records: Records) => Offered;
}

/** A small table of ours, in which each row belongs to a user. */
export function recordTable(
  name: string,
  columns: Readonly<Record<string, ColumnType>>,
  { indexed = [], scope }: { readonly indexed?: readonly string[]; readonly scope?: string } = {},
): RowTable {
  const all = Object.entries({ user_id: 'key', id: 'key', ...columns } as const);
  return {
    name,
    key: 'id',
    user: 'user_id',
    columns: new Map(all),
    indexed,
    hasPlace: true,
    ...(scope === undefined ? {} : { scope }),
  };
}
