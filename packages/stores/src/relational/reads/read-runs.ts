import { runId, versionId, workflowId, type RunEvent } from '@skein/kernel';
import type { Page, RunFilter, RunRecord, RunStore } from '@skein/ports';
import { markedStatus } from '../../values/unreadable.ts';
import { fromKey, toKey } from '../../values/key-text.ts';
import type { RelationalDatabase } from '../database.ts';
import type { Condition } from '../journal-form.ts';
import { ask, limitTo, type Script } from '../script.ts';
import { containsText } from './contains-text.ts';
import { toPage } from './page.ts';
import { toValues, type StoredText } from './read-blobs.ts';
import { selectPage, type Where } from './select-page.ts';

interface RunRow {
  readonly place: number;
  readonly id: string;
  readonly user_id: string;
  readonly workflow_id: string;
  readonly workflow_version: string;
  readonly name: string | null;
  readonly start_node: string | null;
  readonly parent_run: string | null;
  readonly parent_path: string | null;
  readonly root_run: string | null;
  readonly depth: number;
  readonly status: string;
  readonly created_at: number;
  readonly owner: string | null;
  readonly epoch: number;
  readonly deaths: number;
  readonly is_tried: number;
  readonly quarantined_at: number | null;
}

/** The number and the time of the last row of a run's journal. */
interface LastRow {
  readonly seq: number | null;
  readonly at: number | null;
}

type ListedRun = RunRow & LastRow;

export function readRuns(
  database: RelationalDatabase,
): Pick<RunStore, 'load' | 'get' | 'journal' | 'rows' | 'list' | 'countTree'> {
  const selectRuns = selectRunsOf(database);
  const findOne = `${selectRuns} where id = ?`;
  function* find(id: string): Script<ListedRun | undefined> {
    const [row] = yield* ask(findOne, toKey(id));
    return row as ListedRun | undefined;
  }
  const { between, among } = database.flavour.journal;
  const findWithTail = tailReader(database);
  return {
    async load(id) {
      const found = await database.look(() => findWithTail(toKey(id)));
      if (found === undefined) return undefined;
      const { run, last, snapshot, tail } = found;
      const [state = null] = snapshot === undefined ? [] : await toValues(database, [snapshot]);
      return {
        record: toRecord(run, last),
        ...(snapshot === undefined ? {} : { snapshot: { seq: snapshot.seq, state } }),
        events: await toEvents(database, tail),
        ...(run.owner === null ? {} : { owner: fromKey(run.owner) }),
        epoch: run.epoch,
        deaths: Number(run.deaths),
        isTried: Number(run.is_tried) === 1,
        ...database.claims?.find(id),
      };
    },
    async get(id) {
      const run = await database.look(() => find(id));
      return run === undefined ? undefined : toRecord(run, run);
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
    async countTree(root) {
      const below = '(select count(*) from skein_runs c where c.root_run = r.id)';
      const text = `select 1 + ${below} as size from skein_runs r where r.id = ?`;
      const [row] = await database.look(() => ask(text, toKey(root)));
      return Number(row?.['size'] ?? 0);
    },
    list: async (filter) => listRuns(database, filter),
  };
}

async function listRuns(database: RelationalDatabase, filter: RunFilter): Promise<Page<RunRecord>> {
  const selectRuns = selectRunsOf(database);
  const { user, status, isUnfinished, workflow, parent, q, order } = filter;
  const { createdFrom, createdBefore } = filter;
  const text = (value: string | undefined) => (value === undefined ? undefined : toKey(value));
  const time = (at: number | undefined) =>
    at === undefined ? undefined : database.flavour.toTime(at);
  // The sign keeps the column out of the choice of an index: the children of one run are few, open runs may be a hundred
  // thousand, and without statistics SQLite chooses the wrong one.
  const isOpen = [user, status, workflow, parent].every((each) => each === undefined)
    ? 'is_open'
    : '+is_open';
  const where: readonly Where[] = [
    ...(isUnfinished === true ? [[`${isOpen} = 1`] as const] : []),
    ...(filter.isQuarantined === true ? [['quarantined_at is not null'] as const] : []),
    ['user_id = ?', text(user)],
    ['status = ?', status],
    ['workflow_id = ?', text(workflow)],
    ['parent_run = ?', text(parent)],
    ['owner = ?', text(filter.owner)],
    ['created_at >= ?', time(createdFrom)],
    ['created_at < ?', time(createdBefore)],
    [containsText(database, 'search'), text(q?.toLowerCase())],
  ];
  const rows = await selectPage(database, { select: selectRuns, where, order }, filter);
  return toPage(rows as unknown as readonly ListedRun[], filter, (row) => toRecord(row, row));
}

interface Tail {
  readonly run: RunRow;
  readonly last: LastRow;
  readonly snapshot: (StoredText & { readonly seq: number }) | undefined;
  readonly tail: readonly StoredText[];
}

/** Reads the run with its newest snapshot and the rows after it. */
function tailReader({ flavour }: RelationalDatabase): (key: string) => Script<Tail | undefined> {
  const { between, order } = flavour.journal;
  const readTail = `select at, body, blobs from skein_journal where ${between(0, 0).sql} order by ${order}`;
  return function* (key) {
    const [found] = yield* ask(findWithSnapshot, key);
    if (found === undefined) return undefined;
    // Columns of these two tables, as they were written.
    const run = found as unknown as RunRow & SnapshotColumns;
    const { snapshot_seq: seq, snapshot_state: body, snapshot_blobs: blobs } = run;
    const snapshot = seq === null || body === null ? undefined : { seq, body, blobs };
    // The row of the snapshot itself is included: when none follows it, it says when the run was last written to.
    const before = (snapshot?.seq ?? 1) - 1;
    const asked = yield* ask(readTail, ...between(run.place, before).parameters);
    const rows = asked as unknown as readonly (StoredText & { readonly at: number })[];
    return {
      run,
      last: { seq: before + rows.length, at: rows.at(-1)?.at ?? null },
      snapshot,
      tail: snapshot === undefined ? rows : rows.slice(1),
    };
  };
}

interface SnapshotColumns {
  readonly snapshot_seq: number | null;
  readonly snapshot_state: string | null;
  readonly snapshot_blobs: string | null;
}

function readRows(
  database: RelationalDatabase,
  { sql: where, parameters }: Condition,
  limit?: number,
): Promise<readonly StoredText[]> {
  const cut = limit === undefined || !Number.isSafeInteger(limit) ? '' : limitTo(limit);
  const { order } = database.flavour.journal;
  const text = `select body, blobs from skein_journal where ${where} order by ${order}${cut}`;
  // Both are text columns.
  return database.look(() => ask(text, ...parameters)) as unknown as Promise<readonly StoredText[]>;
}

async function placeOf(database: RelationalDatabase, id: string): Promise<number | undefined> {
  const [row] = await database.look(() =>
    ask('select place from skein_runs where id = ?', toKey(id)),
  );
  return row?.['place'] as number | undefined;
}

async function toEvents(
  database: RelationalDatabase,
  rows: readonly StoredText[],
): Promise<readonly RunEvent[]> {
  // Only events were written there.
  return (await toValues(database, rows)) as unknown as readonly RunEvent[];
}

/** Without the columns that only exist for lookups. */
const columns =
  'place, id, user_id, workflow_id, workflow_version, name, start_node, parent_run, parent_path, root_run, depth, status, created_at, owner, epoch, deaths, is_tried, quarantined_at';

const findWithSnapshot = `select ${columns}, s.seq as snapshot_seq, s.state as snapshot_state, s.blobs as snapshot_blobs from skein_runs left join skein_snapshots s on s.run = place where id = ?`;

/** Runs with the number and the time of their last row, which are not in the row of the run (tables.ts, T2). */
function selectRunsOf({ flavour }: RelationalDatabase): string {
  const last = (column: 'seq' | 'at') => flavour.journal.last(column, 'skein_runs.place');
  return `select ${columns}, ${last('seq')} as seq, ${last('at')} as at from skein_runs`;
}

function toRecord(row: RunRow, last: LastRow): RunRecord {
  const { name, start_node: start, parent_run: parent, parent_path: path, root_run: root } = row;
  return {
    id: runId(fromKey(row.id)),
    workflow: {
      id: workflowId(fromKey(row.workflow_id)),
      version: versionId(fromKey(row.workflow_version)),
    },
    ...(row.user_id === '' ? {} : { user: fromKey(row.user_id) }),
    ...(start === null ? {} : { start: fromKey(start) }),
    ...(parent === null
      ? {}
      : { parent: { run: runId(fromKey(parent)), path: fromKey(path ?? '') } }),
    ...(root === null ? {} : { root: runId(fromKey(root)) }),
    depth: row.depth,
    ...markedStatus(row.status, name === null ? undefined : fromKey(name)),
    createdAt: row.created_at,
    updatedAt: last.at ?? row.created_at,
    seq: last.seq ?? 0,
    quarantinedAt: row.quarantined_at ?? undefined,
  };
}
