// Damaged records
// What other programs, or a disk, have made of rows that lists show: texts that are no JSON, statuses that do not exist, times after the year
// 9999. Read in pages, so that a check of a large database holds little in memory.
import { recordTables } from '../records/record-ports.ts';
import { fromKey } from '../values/key-text.ts';
import { tableName } from '../values/row-table.ts';
import { isRunStatus, isWaitStatus, jsonOrMark, unreadable } from '../values/unreadable.ts';
import type { RelationalDatabase } from './database.ts';
import { ask, limitTo } from './script.ts';

/** What of a row is looked at. */
export interface CheckedColumns {
  readonly values?: readonly string[];
  readonly times?: readonly string[];
  readonly isStatus?: (text: unknown) => boolean;
}

interface Checked extends CheckedColumns {
  readonly table: string;
  /** What one row is called. */
  readonly what: string;
  /** The column with its id, unless it is `id`. */
  readonly id?: string;
}

const own: readonly Checked[] = [
  { table: 'skein_runs', what: 'run', times: ['created_at'], isStatus: isRunStatus },
  {
    table: 'skein_waits',
    what: 'wait',
    values: ['question', 'answer'],
    times: ['created_at', 'deadline_at'],
    isStatus: isWaitStatus,
  },
  {
    table: 'skein_workflow_versions',
    what: 'version of the workflow',
    id: 'workflow_id',
    values: ['definition', 'studio'],
    times: ['saved_at'],
  },
];

/** Whose rows are shown in lists too. */
const ofServers: readonly Checked[] = recordTables
  .filter(({ hasPlace }) => hasPlace === true)
  .map((table) => {
    const all = [...table.columns];
    const of = (wanted: string) => all.filter(([, type]) => type === wanted).map(([name]) => name);
    return {
      table: tableName(table),
      what: `row of ${table.name}`,
      values: of('value'),
      times: of('instant'),
    };
  });

export const namedMax = 10;
const pageRows = 1000;
/** The end of the year 9999, the last one that ISO 8601 writes with four digits. */
const timeMax = 253_402_300_799_999;

/** The first few of them, by their names. */
export async function damagedRecords(database: RelationalDatabase): Promise<readonly string[]> {
  const found: string[] = [];
  for (const checked of [...own, ...ofServers]) {
    await checkTable(database, checked, found);
    if (found.length >= namedMax) return found.slice(0, namedMax);
  }
  return found;
}

async function checkTable(
  database: RelationalDatabase,
  checked: Checked,
  found: string[],
): Promise<void> {
  const { table, what, id = 'id', values = [], times = [], isStatus } = checked;
  const columns = [id, ...values, ...times, ...(isStatus === undefined ? [] : ['status'])];
  const text = `select place, ${columns.join(', ')} from ${table} where place > ? order by place${limitTo(pageRows)}`;
  for (let last = 0; found.length < namedMax;) {
    const rows = await database.look(() => ask(text, last));
    for (const row of rows) {
      const damaged = damagedColumns(checked, row);
      const name = fromKey(String(row[id]));
      if (damaged.length > 0) found.push(`${damaged.join(', ')} of the ${what} ${name}`);
    }
    if (rows.length < pageRows) return;
    last = Number(rows.at(-1)?.['place']);
  }
}

/** What cannot be read of a row. */
export function damagedColumns(
  { values = [], times = [], isStatus }: CheckedColumns,
  row: { readonly [column: string]: unknown },
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
