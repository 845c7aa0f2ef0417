// What an append changes besides the journal. A new run has its row written in one step (`createRun`); later appends
// change that row only when they say something about it.
import { userCounter, type RunChanges, type WaitClosing, type WaitRecord } from '@skein/ports';
import { toKey } from '../../values/key-text.ts';
import type { Flavour } from '../flavour.ts';
import { ask, marks, type Query, type Script, type SqlValue } from '../script.ts';
import { auditRow, auditTable } from '../../records/audit.ts';
import { outboxRow, outboxTable } from '../../records/outbox.ts';
import { insertOf, writeProjection } from '../rows/write-row.ts';
import type { Head } from './head.ts';
import type { PendingAppend } from '../../groups/pending-append.ts';
import { replaceBlobs } from '../rows/write-blobs.ts';
import { addJoined, dropQuietKey } from './start-keys.ts';

/** The new owner of the run, where it is not in the row yet. */
export interface NewOwner {
  readonly owner: string;
  readonly epoch: number;
}

export function* writeChanges(flavour: Flavour, head: Head, append: PendingAppend): Script<void> {
  const update = updateRun(flavour, append, ['place', head.place]);
  if (update !== null) yield update;
  yield* writeBesideRun(flavour, head, append);
}

export function* writeBesideRun(flavour: Flavour, head: Head, append: PendingAppend): Script<void> {
  for (const query of entriesOf(flavour, append)) yield query;
  yield* writeBulk(flavour, head, append);
}

/** Whether there is anything for `writeBulk`. */
export function hasBulk({ changes }: PendingAppend): boolean {
  return changes?.snapshot !== undefined || changes?.projections !== undefined;
}

/** The snapshot, and the rows of dialects: to write them something is read. */
export function* writeBulk(flavour: Flavour, head: Head, append: PendingAppend): Script<void> {
  const { changes, snapshot } = append;
  if (changes === undefined) return;
  if (changes.snapshot !== undefined && snapshot !== undefined) {
    const { body, blobs, parts } = snapshot;
    yield* replaceBlobs(flavour, `s${head.place}`, parts);
    yield* ask(
      `insert into skein_snapshots (run, seq, state, blobs) values ${marks(4)} ${flavour.onRepeat(['run'], ['seq', 'state', 'blobs'])}`,
      head.place,
      changes.snapshot.seq,
      body,
      blobs,
    );
  }
  for (const change of changes.projections ?? [])
    yield* writeProjection(flavour, head.user, change);
}

/** What can be written knowing only the run's id, and without reading any result: as data, because a script takes longer to run than these. */
export function entriesOf(flavour: Flavour, append: PendingAppend): readonly Query[] {
  const { key, changes } = append;
  if (changes === undefined) return nothing;
  const queries: Query[] = [];
  for (const wait of changes.opened ?? nothing) queries.push(openWait(flavour, wait));
  for (const wait of changes.reopened ?? nothing) {
    queries.push({ sql: reopenWait, parameters: [toKey(wait)] });
  }
  for (const closing of changes.closed ?? nothing) queries.push(closeWait(closing));
  for (const event of changes.taken ?? nothing) {
    queries.push({ sql: takeEvent, parameters: [key, toKey(event)] });
  }
  if (changes.spent !== undefined) queries.push(...spend(flavour, changes.spent));
  for (const message of changes.outbox ?? nothing) {
    queries.push(insertOf(flavour, outboxTable, outboxRow(message)));
  }
  for (const entry of changes.audit ?? nothing) {
    queries.push(insertOf(flavour, auditTable, auditRow(entry)));
  }
  if (changes.suspicion !== undefined) queries.push(suspect(key, changes.suspicion));
  if (changes.begun === true) queries.push(dropQuietKey(key));
  for (const start of changes.joined ?? nothing) queries.push(addJoined(flavour, key, start));
  return queries;
}

const nothing: readonly never[] = [];
const reopenWait = "update skein_waits set status = 'open', is_open = 1 where id = ?";
const takeEvent = 'delete from skein_kept_events where run_id = ? and id = ?';

/** Changes the row of the run, which is found by its place or its id; null when nothing of it changes. */
export function updateRun(
  flavour: Flavour,
  { key, changes, rows }: PendingAppend,
  [column, value]: readonly ['place', number] | readonly ['id', string],
  claim?: NewOwner,
): Query | null {
  const { status, wakeAt, release, version, reopened } = changes ?? {};
  const values: SqlValue[] = [];
  let mask = column === 'id' ? Changed.byId : 0;
  if (status !== undefined) {
    mask |= Changed.status;
    values.push(status);
    if (status !== 'running' && status !== 'waiting') {
      mask |= Changed.end;
      values.push(flavour.toTime(rows.at(-1)?.at ?? 0));
    }
  }
  if (reopened !== undefined) mask |= Changed.reopen;
  if (version !== undefined) {
    mask |= Changed.version;
    values.push(toKey(version));
  }
  if (release === true) {
    mask |= Changed.release;
    values.push(key);
  }
  if (wakeAt !== undefined) {
    mask |= Changed.wake;
    values.push(wakeAt);
  }
  if (claim !== undefined) {
    mask |= Changed.claim;
    values.push(claim.epoch);
    if (release !== true) values.push(claim.owner);
  }
  if ((mask & ~Changed.byId) === 0) return null;
  values.push(value);
  return { sql: (updates[mask] ??= updateText(mask)), parameters: values };
}

/** What an update of a run contains, as a bit mask. */
const Changed = {
  byId: 1,
  status: 2,
  end: 4,
  release: 8,
  wake: 16,
  claim: 32,
  reopen: 64,
  version: 128,
} as const;
/** The texts of the updates, by bit mask. */
const updates: string[] = [];

/** Only changed columns: every named column has its indexes rewritten. */
function updateText(mask: number): string {
  const has = (bit: number) => (mask & bit) !== 0;
  const otherwise = has(Changed.wake) ? '?' : 'wake_at';
  // A command that arrived while the run still had an owner must wake the released run. The zero has the type of the column: with
  // a plain one PostgreSQL also infers a short integer for the time, and rejects it.
  const wakeOrNow = `case when exists (select 1 from skein_inbox i where i.run_id = ? and i.is_open = 1) then depth * 0 else ${otherwise} end`;
  const sets = [
    ...(has(Changed.status) ? ['status = ?'] : []),
    ...(has(Changed.end) ? ['is_open = 0', 'ended_at = ?'] : []),
    // A run that is resumed and fails at once is over again.
    ...(has(Changed.reopen) && !has(Changed.end) ? ['is_open = 1', 'ended_at = null'] : []),
    ...(has(Changed.version) ? ['workflow_version = ?'] : []),
    ...(has(Changed.release) ? ['owner = null', `wake_at = ${wakeOrNow}`] : []),
    ...(has(Changed.wake) && !has(Changed.release) ? ['wake_at = ?'] : []),
    ...(has(Changed.claim) ? ['epoch = ?'] : []),
    ...(has(Changed.claim) && !has(Changed.release) ? ['owner = ?'] : []),
  ];
  return `update skein_runs set ${sets.join(', ')} where ${has(Changed.byId) ? 'id' : 'place'} = ?`;
}

// Constant texts are built once: concatenating them took as long as running them.
const insertWait = `insert into skein_waits (id, run_id, node, activation, question, event, user_id, who, created_at, deadline_at, status, is_open, answer) values ${marks(13)}`;

function openWait(flavour: Flavour, wait: WaitRecord): Query {
  const { who } = wait.question;
  const parameters = [
    toKey(wait.id),
    toKey(wait.run),
    toKey(wait.node),
    wait.activation,
    JSON.stringify(wait.question),
    wait.event === undefined ? null : toKey(wait.event),
    toKey(wait.user ?? ''),
    who === undefined ? null : `\n${who.map((name) => JSON.stringify(name)).join('\n')}\n`,
    flavour.toTime(wait.createdAt),
    wait.deadlineAt === null ? null : flavour.toTime(wait.deadlineAt),
    wait.status,
    wait.status === 'open' ? 1 : 0,
    wait.answer === undefined ? null : JSON.stringify(wait.answer),
  ];
  return { sql: insertWait, parameters };
}

const updateWait =
  'update skein_waits set status = ?, is_open = 0, answer = ? where id = ? and is_open = 1';

function closeWait({ wait, status, answer }: WaitClosing): Query {
  const given = answer === undefined ? null : JSON.stringify(answer);
  return { sql: updateWait, parameters: [status, given, toKey(wait)] };
}

function spend(flavour: Flavour, spent: NonNullable<RunChanges['spent']>): readonly Query[] {
  const { root, tokens, usd, user, bytes } = spent;
  const repeat = flavour.onRepeatAdd('skein_budgets', ['root_run'], ['tokens', 'usd', 'bytes']);
  const sql = `insert into skein_budgets (root_run, tokens, usd, bytes) values ${marks(4)} ${repeat}`;
  const own = { sql, parameters: [toKey(root), tokens, usd, bytes ?? 0] };
  if (user === undefined || bytes === undefined) return [own];
  return [own, { sql, parameters: [toKey(userCounter(user)), 0, 0, bytes] }];
}

function suspect(key: string, suspicion: NonNullable<RunChanges['suspicion']>): Query {
  if (suspicion === 'tried') {
    return { sql: 'update skein_runs set is_tried = 1 where id = ?', parameters: [key] };
  }
  if (suspicion === 'cleared') {
    const cleared = 'deaths = 0, is_tried = 0, quarantined_at = null';
    return { sql: `update skein_runs set ${cleared} where id = ?`, parameters: [key] };
  }
  const { quarantinedAt } = suspicion;
  const sql = 'update skein_runs set quarantined_at = ? where id = ?';
  return { sql, parameters: [quarantinedAt, key] };
}
