// SESSION nodes
// The live state of a run of the dialect session-graph, in the form of its original design: one node per run, its state as
// JSON text. It is a projection: the dialect produces it once per pass, and it can be rebuilt from the journal.
import type { Json, JsonObject } from '@skein/kernel';
import type { ProjectionChange } from '@skein/ports';
import { matching } from '../records/records.ts';
import { checkColumns, dialectTable, dialectTables } from '../values/dialect-tables.ts';
import type { RowTable } from '../values/row-table.ts';
import { fromKey, toKey } from '../values/key-text.ts';
import { deleteNodes, findNodes, keyMatch, upsertNode } from './graph-rows.ts';
import type { Ask, GraphRow } from './neo4j-connection.ts';

const session: RowTable = {
  name: 'SESSION',
  key: 'id',
  user: 'user_id',
  columns: new Map([
    ['id', 'key'],
    ['state', 'json'],
    ['created_at', 'text'],
    ['workflow', 'key'],
  ]),
  indexed: [],
  run: 'id',
};

export const graphTables: ReadonlyMap<string, RowTable> = new Map([
  [session.name, session],
  ...dialectTables,
]);

/** A row of a dialect, projected from a run of this user. */
export async function writeGraphRow(
  ask: Ask,
  user: string,
  change: ProjectionChange,
): Promise<void> {
  if (change.table === session.name) {
    await writeSession(ask, user, change);
    return;
  }
  const table = dialectTable(change.table);
  const id = { [table.key]: change.key, [table.user]: user };
  if ('delete' in change) await deleteNodes(ask, table, keyMatch(table, id));
  else await upsertNode(ask, table, { ...change.set, ...id });
}

async function writeSession(ask: Ask, user: string, change: ProjectionChange): Promise<void> {
  const id = toKey(change.key);
  if ('delete' in change) {
    await ask('match (s:SESSION {id: $id}) detach delete s', { id });
    return;
  }
  const { state, created_at: createdAt, workflow } = change.set;
  await ask(
    `merge (s:SESSION {id: $id})
     set s.state = coalesce($state, s.state), s.created_at = coalesce(datetime($createdAt), s.created_at)`,
    {
      id,
      state: state === undefined ? null : JSON.stringify(state),
      createdAt: typeof createdAt === 'string' ? createdAt : null,
    },
  );
  if (typeof workflow !== 'string') return;
  await ask(
    // First the user's own, by id; a hand-drawn one has no user, and may have only a name.
    `match (s:SESSION {id: $id}) match (w:WORKFLOW)
     where (w.id = $workflow and coalesce(w.user_id, $user) = $user)
       or (w.user_id is null and w.name = $workflow)
     with s, w order by w.user_id is null limit 1 merge (s)-[:RUNS]->(w)`,
    { id, workflow: toKey(workflow), user: toKey(user) },
  );
}

export async function findGraphRows(
  read: Ask,
  name: string,
  where: JsonObject,
): Promise<readonly JsonObject[]> {
  if (name !== session.name) {
    const table = dialectTable(name);
    checkColumns(table, where);
    return findNodes(read, table, matching(where));
  }
  checkColumns(session, where);
  const { id = null, workflow = null } = where;
  const key = (value: Json) => (typeof value === 'string' ? toKey(value) : null);
  const rows = await read(
    `match (s:SESSION) where $id is null or s.id = $id optional match (s)-[:RUNS]->(w:WORKFLOW)
     with s, coalesce(w.id, w.name) as workflow where $workflow is null or workflow = $workflow
     return s.id as id, s.state as state, toString(s.created_at) as created_at, workflow`,
    { id: key(id), workflow: key(workflow) },
  );
  return rows.map(toRow);
}

function toRow(row: GraphRow): JsonObject {
  const { id, state, created_at: createdAt, workflow } = row;
  return {
    id: fromKey(id as string),
    state: typeof state === 'string' ? (JSON.parse(state) as Json) : null,
    created_at: (createdAt ?? null) as string | null,
    workflow: typeof workflow === 'string' ? fromKey(workflow) : null,
  };
}
