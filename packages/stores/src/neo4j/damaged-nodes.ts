import { checkedRecords, findDamage, type CheckedTable } from '../records/damage.ts';
import { isRunStatus, isWaitStatus } from '../values/unreadable.ts';
import { labelOf } from './graph-rows.ts';
import type { Neo4jConnection } from './neo4j-connection.ts';

const labels: readonly CheckedTable[] = [
  { table: 'SkeinRun', what: 'run', times: ['createdAt'], isStatus: isRunStatus },
  {
    table: 'SkeinWait',
    what: 'wait',
    values: ['question', 'answer'],
    times: ['createdAt', 'deadlineAt'],
    isStatus: isWaitStatus,
  },
  {
    table: 'SkeinVersion',
    what: 'version of the workflow',
    id: 'workflow',
    values: ['body', 'studio'],
    times: ['savedAt'],
  },
  ...checkedRecords(labelOf),
];

export async function damagedNodes({ read }: Neo4jConnection): Promise<readonly string[]> {
  return findDamage(labels, async ({ table, columns, after, limit }) => {
    const wanted = columns.map((column) => `n.${column} as ${column}`).join(', ');
    return read(
      `match (n:${table}) where n.place > $after return ${wanted} order by n.place limit ${limit}`,
      { after },
    );
  });
}
