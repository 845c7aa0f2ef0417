// Pages of workflows, each as its head
import type { DefinitionFilter, Page } from '@skein/ports';
import { toKey } from '../values/key-text.ts';
import { fromSavedCursor, toSavedCursor } from '../values/saved-cursor.ts';
import { graphPage } from './graph-page.ts';
import type { Ask, GraphRow, Parameters } from './neo4j-connection.ts';

export function headsOf(read: Ask, filter: DefinitionFilter): Promise<Page<GraphRow>> {
  const { user, dialect, isActive, q, order, ...paging } = filter;
  const conditions = [
    'not n.isDeleted',
    ...(user === undefined ? [] : ['n.user = $user']),
    ...(dialect === undefined ? [] : ['n.dialect = $dialect']),
    ...(isActive === undefined ? [] : ['coalesce(n.isActive, true) = $isActive']),
    ...(q === undefined ? [] : ['n.search contains $q']),
  ];
  const parameters = {
    user: toKey(user ?? ''),
    dialect: dialect ?? null,
    isActive: isActive ?? null,
    q: toKey((q ?? '').toLowerCase()),
  };
  const asked = { conditions, parameters, filter: paging };
  return order === 'saved' ? bySaved(read, asked) : graphPage(read, 'SkeinHead', asked);
}

interface AskedPage {
  readonly conditions: readonly string[];
  readonly parameters: Parameters;
  readonly filter: Pick<DefinitionFilter, 'cursor' | 'limit'>;
}

/** The one that was saved last first. */
async function bySaved(read: Ask, asked: AskedPage): Promise<Page<GraphRow>> {
  const { cursor, limit = 1000 } = asked.filter;
  const from = fromSavedCursor(cursor);
  const onwards =
    from === null
      ? ''
      : 'where v.savedAt < $savedAt or (v.savedAt = $savedAt and n.place <= $place)';
  const rows = await read(
    `match (n:SkeinHead) where ${asked.conditions.join(' and ')}
     match (v:SkeinVersion {place: n.newest}) ${onwards}
     return properties(n) as node, v.savedAt as savedAt
     order by v.savedAt desc, n.place desc limit toInteger($count)`,
    { ...asked.parameters, ...(from ?? { savedAt: 0, place: 0 }), count: limit + 1 },
  );
  // The properties of a node are a row.
  const heads = rows.map((row) => row['node'] as GraphRow);
  const next = heads[limit];
  return {
    items: heads.slice(0, limit),
    nextCursor:
      next === undefined
        ? null
        : toSavedCursor({
            savedAt: Number(rows[limit]?.['savedAt']),
            place: Number(next['place']),
          }),
  };
}
