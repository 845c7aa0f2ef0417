import type { RunEvent } from '@skein/kernel';
import type { RunFilter, RunRecord, RunStatus, RunStore } from '@skein/ports';
import { sql, type SelectQueryBuilder, type Selectable } from 'kysely';
import { fromKey, toKey } from '../../values/key-text.ts';
import type { RelationalDatabase } from '../database.ts';
import type { Condition } from '../journal-form.ts';
import type { RunsTable, Tables } from '../schema/rows.ts';
import { ask } from '../script.ts';
import { cursorOf, limitOf, toPage } from './page.ts';
import { toValues, type StoredText } from './read-blobs.ts';
import { containsText } from './contains-text.ts';

type RunRow = Selectable<RunsTable> & { readonly seq: number | null; readonly at: number | null };

export function readRuns(
  database: RelationalDatabase,
): Pick<RunStore, 'load' | 'get' | 'journal' | 'rows' | 'list'> {
  const find = async (id: string) =>
    (await runRows(database).where('id', '=', toKey(id)).executeTakeFirst()) as RunRow | undefined;
  const { between, among } = database.flavour.journal;
  return {
    async load(id) {
      const run = await find(id);
      if (run === undefined) return undefined;
      const snapshot = await readSnapshot(database, run.place);
      const rows = await readRows(database, between(run.place, snapshot?.seq ?? 0));
      return {
        record: toRecord(run),
        ...(snapshot === undefined ? {} : { snapshot }),
        events: await toEvents(database, rows),
        ...(run.owner === null ? {} : { owner: fromKey(run.owner) }),
        epoch: run.epoch,
      };
    },
    async get(id) {
      const run = await find(id);
      return run === undefined ? undefined : toRecord(run);
    },
    async journal(id, afterSeq = 0, limit) {
      const place = await placeOf(database, id);
      if (place === undefined) return undefined;
      return toEvents(database, await readRows(database, between(place, afterSeq), limit));
    },
    async rows(id, seqs) {
      const place = await placeOf(database, id);
      if (place === undefined || seqs.length === 0) return [];
      const found = [];
      for (let i = 0; i < seqs.length; i += 500) {
        found.push(...(await readRows(database, among(place, seqs.slice(i, i + 500)))));
      }
      const events = await toEvents(database, found);
      return events.toSorted((left, right) => left.seq - right.seq);
    },
    async list(filter) {
      const rows = (await listed(database, filter).execute()) as RunRow[];
      return toPage(rows, filter, toRecord);
    },
  };
}

function readRows(
  database: RelationalDatabase,
  { sql: where, parameters }: Condition,
  limit?: number,
): Promise<readonly StoredText[]> {
  const cut = limit === undefined ? '' : ' limit ?';
  const { order } = database.flavour.journal;
  const text = `select body, blobs from journal where ${where} order by ${order}${cut}`;
  const given = [...parameters, ...(limit === undefined ? [] : [limit])];
  // Both are columns of text.
  return database.look(() => ask(text, ...given)) as unknown as Promise<readonly StoredText[]>;
}

async function placeOf({ read }: RelationalDatabase, id: string): Promise<number | undefined> {
  const row = await read
    .selectFrom('runs')
    .select('place')
    .where('id', '=', toKey(id))
    .executeTakeFirst();
  return row?.place;
}

async function readSnapshot(database: RelationalDatabase, run: number) {
  const row = await database.read
    .selectFrom('snapshots')
    .selectAll()
    .where('run', '=', run)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { seq, state: body, blobs } = row;
  const [state = null] = await toValues(database, [{ body, blobs }]);
  return { seq, state };
}

async function toEvents(
  database: RelationalDatabase,
  rows: readonly StoredText[],
): Promise<readonly RunEvent[]> {
  // Only events were written there.
  return (await toValues(database, rows)) as unknown as readonly RunEvent[];
}

/** Runs with the number and the time of their last row, which are not in the row of the run (tables.ts, T2). */
function runRows({ read, flavour }: RelationalDatabase) {
  const last = (column: 'seq' | 'at') =>
    sql<number | null>`${sql.raw(flavour.journal.last(column, 'runs.place'))}`;
  return read
    .selectFrom('runs')
    .selectAll('runs')
    .select([last('seq').as('seq'), last('at').as('at')]);
}

function listed(database: RelationalDatabase, filter: RunFilter) {
  const {
    user,
    status,
    isUnfinished,
    workflow,
    parent,
    q,
    order = 'oldest',
    createdFrom,
    createdBefore,
  } = filter;
  const cursor = cursorOf(filter);
  let query = runRows(database) as unknown as SelectQueryBuilder<Tables, 'runs', RunRow>;
  if (user !== undefined) query = query.where('user_id', '=', toKey(user));
  if (status !== undefined) query = query.where('status', '=', status);
  if (isUnfinished === true) query = query.where('is_open', '=', 1);
  if (workflow !== undefined) query = query.where('workflow_id', '=', toKey(workflow));
  if (createdFrom !== undefined) query = query.where('created_at', '>=', createdFrom);
  if (createdBefore !== undefined) query = query.where('created_at', '<', createdBefore);
  if (parent !== undefined) query = query.where('parent_run', '=', toKey(parent));
  if (q !== undefined)
    query = query.where(containsText(database, 'runs.search', toKey(q.toLowerCase())));
  if (cursor !== undefined) query = query.where('place', order === 'oldest' ? '>=' : '<=', cursor);
  return query.orderBy('place', order === 'oldest' ? 'asc' : 'desc').limit(limitOf(filter));
}

function toRecord(row: RunRow): RunRecord {
  const { name, start_node: start, parent_run: parent, parent_path: path, root_run: root } = row;
  return {
    id: fromKey(row.id),
    workflow: { id: fromKey(row.workflow_id), version: fromKey(row.workflow_version) },
    ...(name === null ? {} : { name: fromKey(name) }),
    ...(row.user_id === '' ? {} : { user: fromKey(row.user_id) }),
    ...(start === null ? {} : { start: fromKey(start) }),
    ...(parent === null ? {} : { parent: { run: fromKey(parent), path: fromKey(path ?? '') } }),
    ...(root === null ? {} : { root: fromKey(root) }),
    depth: row.depth,
    // Only statuses were written there.
    status: row.status as RunStatus,
    createdAt: row.created_at,
    updatedAt: row.at ?? row.created_at,
    seq: row.seq ?? 0,
  };
}
