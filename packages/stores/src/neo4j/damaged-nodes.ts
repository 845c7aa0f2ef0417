// Nodes that something else has damaged, as in the relational databases (damaged-records.ts). Read in pages.
import { recordTables } from '../records/record-ports.ts';
import { damagedColumns, namedMax, type CheckedColumns } from '../relational/damaged-records.ts';
import { fromKey } from '../values/key-text.ts';
import { isRunStatus, isWaitStatus } from '../values/unreadable.ts';
import { labelOf } from './graph-rows.ts';
import type { Neo4jConnection } from './neo4j-connection.ts';

interface Checked extends CheckedColumns {
  readonly label: string;
  /** What one node is called. */
  readonly what: string;
  /** The property with its id, unless it is `id`. */
  readonly id?: string;
}

const own: readonly Checked[] = [
  { label: 'SkeinRun', what: 'run', times: ['createdAt'], isStatus: isRunStatus },
  {
    label: 'SkeinWait',
    what: 'wait',
    values: ['question', 'answer'],
    times: ['createdAt', 'deadlineAt'],
    isStatus: isWaitStatus,
  },
  {
    label: 'SkeinVersion',
    what: 'version of the workflow',
    id: 'workflow',
    values: ['body', 'studio'],
    times: ['savedAt'],
  },
];

const ofServers: readonly Checked[] = recordTables
  .filter(({ hasPlace }) => hasPlace === true)
  .map((table) => {
    const all = [...table.columns];
    const of = (wanted: string) => all.filter(([, type]) => type === wanted).map(([name]) => name);
    const what = `row of ${table.name}`;
    return { label: labelOf(table), what, values: of('value'), times: of('instant') };
  });

const pageNodes = 1000;

/** The first few of them, by their names. */
export async function damagedNodes({ read }: Neo4jConnection): Promise<readonly string[]> {
  const found: string[] = [];
  for (const checked of [...own, ...ofServers]) {
    const { label, what, id = 'id' } = checked;
    let last = -1;
    let isMore = true;
    while (isMore && found.length < namedMax) {
      const nodes = await read(
        `match (n:${label}) where n.place > $last return properties(n) as n order by n.place limit ${pageNodes}`,
        { last },
      );
      for (const { n } of nodes) {
        // Properties of a node, as the driver gives them.
        const node = n as { readonly [name: string]: unknown };
        const damaged = damagedColumns(checked, node);
        if (damaged.length > 0)
          found.push(`${damaged.join(', ')} of the ${what} ${fromKey(String(node[id]))}`);
        last = Number(node['place']);
      }
      isMore = nodes.length === pageNodes;
    }
  }
  return found.slice(0, namedMax);
}
