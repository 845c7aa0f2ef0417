import { filesTable } from '../records/files.ts';
import { runSummaryTable } from '../records/run-summaries.ts';
import { runId, versionId, workflowId, type Json, type RunEvent } from '@skein/kernel';
import {
  userCounter,
  EngineError,
  type RunFilter,
  type RunRecord,
  type RunStore,
} from '@skein/ports';
import { dialectTables } from '../values/dialect-tables.ts';
import { markedStatus } from '../values/unreadable.ts';
import { fromKey, toKey } from '../values/key-text.ts';
import { labelOf } from './graph-rows.ts';
import type { Ask, GraphRow, Neo4jConnection } from './neo4j-connection.ts';
import { graphPage } from './graph-page.ts';
import { readValues } from './read-values.ts';

export function readGraphRuns(
  connection: Neo4jConnection,
): Pick<RunStore, 'load' | 'get' | 'journal' | 'rows' | 'list' | 'countTree'> {
  const { read } = connection;
  const find = async (id: string) => {
    const [row] = await read('match (r:SkeinRun {id: $id}) return properties(r) as run', {
      id: toKey(id),
    });
    return row?.['run'] as GraphRow | undefined;
  };
  const eventsOf = async (id: string, more: string, parameters: object) => {
    const rows = await read(
      `match (e:SkeinEvent {run: $id}) where ${more.replace('$limit', 'toInteger($limit)')}`,
      { id: toKey(id), ...parameters },
    );
    // Only events were written there.
    return (await readValues(connection, rows)) as unknown as readonly RunEvent[];
  };
  const back = 'return e.body as body, e.blobs as blobs order by e.seq';
  return {
    async load(id) {
      const run = await find(id);
      if (run === undefined) return undefined;
      const snapshot = await readSnapshot(connection, id);
      const events = await eventsOf(id, `e.seq > $after ${back}`, { after: snapshot?.seq ?? 0 });
      return {
        record: toRecord(run),
        ...(snapshot === undefined ? {} : { snapshot }),
        events,
        ...(typeof run['owner'] === 'string' ? { owner: fromKey(run['owner']) } : {}),
        epoch: Number(run['epoch']),
        deaths: Number(run['deaths'] ?? 0),
        isTried: run['isTried'] === true,
      };
    },
    async get(id) {
      const run = await find(id);
      return run === undefined ? undefined : toRecord(run);
    },
    async journal(id, afterSeq = 0, limit) {
      if ((await find(id)) === undefined) return undefined;
      const cut = limit === undefined ? '' : ' limit $limit';
      return eventsOf(id, `e.seq > $after ${back}${cut}`, {
        after: afterSeq,
        limit: limit ?? null,
      });
    },
    rows: async (id, seqs) => eventsOf(id, `e.seq in $seqs ${back}`, { seqs: [...seqs] }),
    async countTree(root) {
      const [row] = await read(
        `match (r:SkeinRun {id: $id}) optional match (c:SkeinRun {root: $id})
         return count(distinct r) + count(c) as size`,
        { id: toKey(root) },
      );
      return Number(row?.['size'] ?? 0);
    },
    list: async (filter) => listRuns(read, filter),
  };
}

async function listRuns(read: Ask, filter: RunFilter) {
  const { user, status, isUnfinished, workflow, parent, owner, q } = filter;
  const conditions = [
    ...(user === undefined ? [] : ['n.user = $user']),
    ...(status === undefined ? [] : ['n.status = $status']),
    ...(isUnfinished === true ? ['n.isOpen'] : []),
    ...(filter.isQuarantined === true ? ['n.quarantinedAt is not null'] : []),
    ...(workflow === undefined ? [] : ['n.workflow = $workflow']),
    ...(parent === undefined ? [] : ['n.parent = $parent']),
    ...(filter.createdFrom === undefined ? [] : ['n.createdAt >= $createdFrom']),
    ...(filter.createdBefore === undefined ? [] : ['n.createdAt < $createdBefore']),
    ...(owner === undefined ? [] : ['n.owner = $owner']),
    ...(q === undefined ? [] : ['n.search contains $q']),
  ];
  const parameters = {
    user: toKey(user ?? ''),
    status: status ?? null,
    workflow: toKey(workflow ?? ''),
    parent: toKey(parent ?? ''),
    owner: toKey(owner ?? ''),
    q: toKey((q ?? '').toLowerCase()),
    createdFrom: filter.createdFrom ?? null,
    createdBefore: filter.createdBefore ?? null,
  };
  const { items, nextCursor } = await graphPage(read, 'SkeinRun', {
    conditions,
    parameters,
    filter,
  });
  return { items: items.map(toRecord), nextCursor };
}

async function readSnapshot(connection: Neo4jConnection, id: string) {
  const [row] = await connection.read(
    'match (s:SkeinSnapshot {run: $id}) return s.seq as seq, s.state as body, s.blobs as blobs',
    { id: toKey(id) },
  );
  if (row === undefined) return undefined;
  const [state = null] = await readValues(connection, [row]);
  return { seq: Number(row['seq']), state: state as Json };
}

function toRecord(run: GraphRow): RunRecord {
  const text = (name: string) => (typeof run[name] === 'string' ? fromKey(run[name]) : undefined);
  const [name, start, parent, root] = [text('name'), text('start'), text('parent'), text('root')];
  return {
    id: runId(text('id') ?? ''),
    workflow: {
      id: workflowId(text('workflow') ?? ''),
      version: versionId(text('version') ?? ''),
    },
    ...(run['user'] === '' ? {} : { user: text('user') ?? '' }),
    ...(start === undefined ? {} : { start }),
    ...(parent === undefined
      ? {}
      : { parent: { run: runId(parent), path: text('parentPath') ?? '' } }),
    ...(root === undefined ? {} : { root: runId(root) }),
    depth: Number(run['depth']),
    ...markedStatus(run['status'], name),
    createdAt: Number(run['createdAt']),
    updatedAt: Number(run['updatedAt'] ?? run['createdAt']),
    seq: Number(run['seq']),
    quarantinedAt: typeof run['quarantinedAt'] === 'number' ? run['quarantinedAt'] : undefined,
  };
}

export function deleteGraphRuns(connection: Neo4jConnection): Pick<RunStore, 'delete' | 'prune'> {
  const deleteTree = (id: string) =>
    connection.write(async (ask) => {
      const tree: GraphRow[] = [...(await lockRuns(ask, 'r.id = $id', id))];
      for (const run of tree)
        tree.push(...(await lockRuns(ask, 'r.parent = $id', run['id'] as string, true)));
      const live = tree.find((run) => run['isOpen'] === true);
      if (live !== undefined)
        throw new EngineError('RUN_UNFINISHED', { run: fromKey(live['id'] as string) });
      await deleteRuns(
        ask,
        tree.map((run) => run['id'] as string),
      );
      return tree.length > 0;
    });
  return {
    delete: deleteTree,
    async prune({ endedBefore, limit }) {
      const rows = await connection.read(
        `match (r:SkeinRun) where r.endedAt < $endedBefore and not r.isOpen and r.parent is null
           and not exists { match (c:SkeinRun {root: r.id}) where c.isOpen }
         return r.id as id order by r.endedAt, r.place limit toInteger($limit)`,
        { endedBefore, limit },
      );
      const roots = rows.map((row) => runId(fromKey(row['id'] as string)));
      for (const root of roots) await deleteTree(root);
      return roots;
    },
  };
}

function lockRuns(
  ask: Ask,
  which: string,
  id: string,
  isKey = false,
): Promise<readonly GraphRow[]> {
  return ask(
    `match (r:SkeinRun) where ${which} set r._lock = randomUUID() return r.id as id, r.isOpen as isOpen`,
    { id: isKey ? id : toKey(id) },
  );
}

async function deleteRuns(ask: Ask, ids: readonly string[]): Promise<void> {
  for (const label of [
    'SkeinEvent',
    'SkeinSnapshot',
    'SkeinWait',
    'SkeinKeptEvent',
    'SkeinCommand',
    'SkeinStartKey',
  ]) {
    await ask(`match (n:${label}) where n.run in $ids detach delete n`, { ids });
  }
  for (const table of [filesTable, runSummaryTable]) {
    await ask(`match (n:${labelOf(table)}) where n.run_id in $ids delete n`, { ids });
  }
  const counted = await ask(
    `match (b:SkeinBudget), (r:SkeinRun) where b.root in $ids and r.id = b.root and b.bytes > 0
     return r.user as user, b.bytes as bytes`,
    { ids },
  );
  for (const { user, bytes } of counted) {
    const counter = toKey(userCounter(fromKey(user as string)));
    await ask('match (b:SkeinBudget {root: $counter}) set b.bytes = b.bytes - $bytes', {
      counter,
      bytes,
    });
  }
  await ask('match (b:SkeinBudget) where b.root in $ids delete b', { ids });
  await ask('match (s:SESSION) where s.id in $ids detach delete s', { ids });
  for (const table of dialectTables.values()) {
    if (table.run === undefined) continue;
    await ask(`match (n:${labelOf(table)}) where n.${table.run} in $ids delete n`, { ids });
  }
  const held = await ask(
    `match (r:SkeinRun)-[u:USES]->(b:SkeinBlob) where r.id in $ids
     set b._lock = randomUUID() delete u return distinct b.hash as hash`,
    { ids },
  );
  await ask('match (r:SkeinRun) where r.id in $ids detach delete r', { ids });
  await deleteUnused(ask, held);
}

/** Deletes the parts that no holder uses any more; they are already locked. */
export async function deleteUnused(ask: Ask, held: readonly GraphRow[]): Promise<void> {
  if (held.length === 0) return;
  const hashes = held.map((row) => row['hash']);
  await ask(
    'match (b:SkeinBlob) where b.hash in $hashes and not exists { ()-[:USES]->(b) } delete b',
    {
      hashes,
    },
  );
}
