// Damaged records
// What other programs, or a disk, have made of rows that lists show: texts that are no JSON, statuses that do not exist, times after the year
// 9999. Read in pages, and only the columns that are looked at, so that a check of a large database holds little in memory.
import { fromKey } from '../values/key-text.ts';
import type { RowTable } from '../values/row-table.ts';
import { jsonOrMark, unreadable } from '../values/unreadable.ts';
import { recordTables } from './record-ports.ts';

/** What of a table is looked at. */
export interface CheckedTable {
  /** As the store calls it. */
  readonly table: string;
  /** What one row is called. */
  readonly what: string;
  /** The column with its id, unless it is `id`. */
  readonly id?: string;
  readonly values?: readonly string[];
  readonly times?: readonly string[];
  readonly isStatus?: (text: unknown) => boolean;
}

type Row = { readonly [column: string]: unknown };

/** Reads the next rows of a table by their `place`, with these columns. */
export type ReadPage = (page: {
  readonly table: string;
  readonly columns: readonly string[];
  readonly after: number;
  readonly limit: number;
}) => Promise<readonly Row[]>;

/** The tables of a server, whose rows are shown in lists too. */
export function checkedRecords(nameOf: (table: RowTable) => string): readonly CheckedTable[] {
  return recordTables
    .filter(({ hasPlace }) => hasPlace === true)
    .map((table) => {
      const all = [...table.columns];
      const of = (wanted: string) =>
        all.filter(([, type]) => type === wanted).map(([name]) => name);
      const what = `row of ${table.name}`;
      return { table: nameOf(table), what, values: of('value'), times: of('instant') };
    });
}

const namedMax = 10;
const pageRows = 1000;
/** The end of the year 9999, the last one that ISO 8601 writes with four digits. */
const timeMax = 253_402_300_799_999;

/** The first few of them, by their names. */
export async function findDamage(
  tables: readonly CheckedTable[],
  readPage: ReadPage,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const checked of tables) {
    const { table, what, id = 'id', values = [], times = [], isStatus } = checked;
    const status = isStatus === undefined ? [] : ['status'];
    const columns = ['place', id, ...values, ...times, ...status];
    let after = -1;
    let isMore = true;
    while (isMore && found.length < namedMax) {
      const rows = await readPage({ table, columns, after, limit: pageRows });
      for (const row of rows) {
        const damaged = damagedColumns(checked, row);
        const name = fromKey(String(row[id]));
        if (damaged.length > 0) found.push(`${damaged.join(', ')} of the ${what} ${name}`);
      }
      after = Number(rows.at(-1)?.['place']);
      isMore = rows.length === pageRows;
    }
  }
  return found.slice(0, namedMax);
}

/** What cannot be read of a row. */
function damagedColumns(
  { values = [], times = [], isStatus }: CheckedTable,
  row: Row,
): readonly string[] {
  const isBroken = (value: unknown) =>
    typeof value === 'string' && jsonOrMark(value) === unreadable && value !== '';
  const isAbsurd = (value: unknown) =>
    value !== null && value !== undefined && !(Number(value) >= 0 && Number(value) <= timeMax);
  return [
    ...values.filter((column) => isBroken(row[column])),
    ...times.filter((column) => isAbsurd(row[column])),
    ...(isStatus === undefined || isStatus(row['status']) ? [] : ['status']),
  ];
}
