// What an append changes beside the journal. A new run has its own row written in one go (`createRun`); later appends
// change that row only when they say something about it.
import type { RunChanges, WaitClosing, WaitRecord } from '@skein/ports';
import { toKey } from '../../values/key-text.ts';
import type { Flavour } from '../flavour.ts';
import { ask, marks, type Script, type SqlValue } from '../script.ts';
import { writeProjection } from '../writes/write-row.ts';
import type { Head } from './commit-group.ts';
import type { PendingAppend } from '../../groups/pending-append.ts';
import { replaceBlobs } from './write-blobs.ts';

/** Who drives the run from now on, where that is not in its row yet. */
export interface NewOwner {
  readonly owner: string;
  readonly epoch: number;
}

export function* writeChanges(
  flavour: Flavour,
  head: Head,
  append: PendingAppend,
  claim?: NewOwner,
): Script<void> {
  yield* updateRun(append, ['place', head.place], claim);
  yield* writeBesideRun(flavour, head, append);
}

export function* writeBesideRun(flavour: Flavour, head: Head, append: PendingAppend): Script<void> {
  const { changes, snapshot } = append;
  if (changes === undefined) return;
  yield* writeEntries(flavour, append);
  if (changes.snapshot !== undefined && snapshot !== undefined) {
    const { body, blobs, parts } = snapshot;
    yield* replaceBlobs(flavour, `s${head.place}`, parts);
    yield* ask(
      `insert into snapshots (run, seq, state, blobs) values ${marks(4)} ${flavour.onRepeat(['run'], ['seq', 'state', 'blobs'])}`,
      head.place,
      changes.snapshot.seq,
      body,
      blobs,
    );
  }
  for (const change of changes.projections ?? [])
    yield* writeProjection(flavour, head.user, change);
}

/** What can be written without knowing anything about the run but its id, and without looking at any answer. */
export function* writeEntries(
  flavour: Flavour,
  { key, changes = {} }: PendingAppend,
): Script<void> {
  for (const wait of changes.opened ?? []) yield* openWait(wait);
  for (const closing of changes.closed ?? []) yield* closeWait(closing);
  for (const event of changes.taken ?? []) {
    yield* ask('delete from kept_events where run_id = ? and id = ?', key, toKey(event));
  }
  if (changes.spent !== undefined) yield* spend(flavour, changes.spent);
}

/** Changes the row of the run, which is found by its place or its id. */
export function* updateRun(
  { key, changes, rows }: PendingAppend,
  [column, value]: readonly ['place', number] | readonly ['id', string],
  claim?: NewOwner,
): Script<void> {
  const { status, wakeAt, release } = changes ?? {};
  const sets: string[] = [];
  const values: SqlValue[] = [];
  // Only what changes: every column that is named has its indexes written.
  if (status !== undefined) {
    sets.push('status = ?');
    values.push(status);
    if (status !== 'running' && status !== 'waiting') {
      sets.push('is_open = 0', 'ended_at = ?');
      values.push(rows.at(-1)?.at ?? 0);
    }
  }
  if (release === true) {
    // A command that came while the run still had an owner must not sleep with it.
    const isAsked = 'exists (select 1 from inbox i where i.run_id = ? and i.is_open = 1)';
    // Zero in the type of the column: for a plain one PostgreSQL takes the time for a short number too, and refuses it.
    const atOnce = 'created_at * 0';
    const otherwise = wakeAt === undefined ? 'wake_at' : '?';
    sets.push(
      'owner = null',
      `wake_at = case when ${isAsked} then ${atOnce} else ${otherwise} end`,
    );
    values.push(key, ...(wakeAt === undefined ? [] : [wakeAt]));
  } else if (wakeAt !== undefined) {
    sets.push('wake_at = ?');
    values.push(wakeAt);
  }
  if (claim !== undefined) {
    sets.push('epoch = ?');
    values.push(claim.epoch);
    if (release !== true) {
      sets.push('owner = ?');
      values.push(claim.owner);
    }
  }
  if (sets.length === 0) return;
  yield* ask(`update runs set ${sets.join(', ')} where ${column} = ?`, ...values, value);
}

// Texts that stay the same are made once: putting them together took as long as running them.
const insertWait = `insert into waits (id, run_id, node, activation, question, event, user_id, who, created_at, deadline_at, status, is_open, answer) values ${marks(13)}`;

function* openWait(wait: WaitRecord): Script<void> {
  const { who } = wait.question;
  yield* ask(
    insertWait,
    toKey(wait.id),
    toKey(wait.run),
    toKey(wait.node),
    wait.activation,
    JSON.stringify(wait.question),
    wait.event === undefined ? null : toKey(wait.event),
    toKey(wait.user ?? ''),
    who === undefined ? null : `\n${who.map((name) => JSON.stringify(name)).join('\n')}\n`,
    wait.createdAt,
    wait.deadlineAt,
    wait.status,
    wait.status === 'open' ? 1 : 0,
    wait.answer === undefined ? null : JSON.stringify(wait.answer),
  );
}

function* closeWait({ wait, status, answer }: WaitClosing): Script<void> {
  yield* ask(
    'update waits set status = ?, is_open = 0, answer = ? where id = ? and is_open = 1',
    status,
    answer === undefined ? null : JSON.stringify(answer),
    toKey(wait),
  );
}

function* spend(flavour: Flavour, spent: NonNullable<RunChanges['spent']>): Script<void> {
  yield* ask(
    `insert into budgets (root_run, tokens, usd) values ${marks(3)} ${flavour.onRepeatAdd('budgets', ['root_run'], ['tokens', 'usd'])}`,
    toKey(spent.root),
    spent.tokens,
    spent.usd,
  );
}
