import { checkedRecords, findDamage, type CheckedTable } from '../records/damage.ts';
import { tableName } from '../values/row-table.ts';
import { isRunStatus, isWaitStatus } from '../values/unreadable.ts';
import type { RelationalDatabase } from './database.ts';
import { ask, limitTo } from './script.ts';

const tables: readonly CheckedTable[] = [
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
  ...checkedRecords(tableName),
];

export async function damagedRecords(database: RelationalDatabase): Promise<readonly string[]> {
  return findDamage(tables, async ({ table, columns, after, limit }) => {
    const text = `select ${columns.join(', ')} from ${table} where place > ? order by place${limitTo(limit)}`;
    return database.look(() => ask(text, after));
  });
}
