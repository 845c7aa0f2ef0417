import type { Page } from '@skein/ports';
import type { Ask, GraphRow, Parameters } from './neo4j-connection.ts';

interface Paging {
  readonly cursor?: string;
  readonly limit?: number;
  readonly order?: 'oldest' | 'newest';
}

/** One page of nodes that have a place, as their properties. The label and conditions are our own text, values are parameters. */
export async function graphPage(
  read: Ask,
  label: string,
  asked: {
    readonly conditions: readonly string[];
    readonly parameters: Parameters;
    readonly filter: Paging;
  },
): Promise<Page<GraphRow>> {
  const { cursor, limit = 1000, order = 'oldest' } = asked.filter;
  const from = Number(cursor);
  const isFirst = cursor === undefined || !Number.isSafeInteger(from);
  const onwards = order === 'oldest' ? 'n.place >= $from' : 'n.place <= $from';
  const conditions = [...asked.conditions, ...(isFirst ? [] : [onwards])];
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const rows = await read(
    `match (n:${label}) ${where} return properties(n) as node
     order by n.place ${order === 'oldest' ? '' : 'desc'} limit toInteger($count)`,
    { ...asked.parameters, from, count: limit + 1 },
  );
  const nodes = rows.map((row) => row['node'] as GraphRow);
  const next = nodes[limit];
  return {
    items: nodes.slice(0, limit),
    nextCursor: next === undefined ? null : String(next['place']),
  };
}
