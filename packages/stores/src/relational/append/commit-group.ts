// Committing a group
// The appends of many runs in one transaction, as one script.
// G1. Every append is checked before any of it is written, so a rejected append leaves nothing behind.
// G2. A database error fails the whole transaction; the caller then retries its appends one by one.
import { EngineError } from '@skein/ports';
import type { Refusal } from '../../groups/group-commit.ts';
import type { Flavour } from '../flavour.ts';
import { ask, marks, type Script, type SqlValue } from '../script.ts';
import { writeChanges } from './change-scripts.ts';
import { createRun } from './create-run.ts';
import { headOf, type Head } from './head.ts';
import type { PendingAppend, PendingRow } from '../../groups/pending-append.ts';
import { writeBlobs } from '../rows/write-blobs.ts';

interface NewRow {
  readonly place: number;
  readonly seq: number;
  readonly at: number;
  readonly body: string;
  readonly blobs: string | null;
}

export function* commitGroup(
  flavour: Flavour,
  group: readonly PendingAppend[],
): Script<readonly Refusal[]> {
  const heads = yield* loadHeads(flavour, group);
  const refusals: Refusal[] = [];
  const rows: NewRow[] = [];
  for (const append of group) refusals.push(yield* take(flavour, append, heads, rows));
  yield* insertRows(flavour, rows);
  return refusals;
}

/** Locks the runs in a fixed order, so that two servers never deadlock. */
function* loadHeads(flavour: Flavour, group: readonly PendingAppend[]): Script<Map<string, Head>> {
  const keys = [...new Set(group.map(({ key }) => key))];
  if (keys.length > 1) keys.sort();
  const heads = new Map<string, Head>();
  for (let i = 0; i < keys.length; i += flavour.atOnce) {
    const some = keys.slice(i, i + flavour.atOnce);
    const which = some.length === 1 ? 'r.id = ?' : `r.id in ${marks(some.length)} order by r.id`;
    const found = yield* ask(
      `select r.place, r.id, r.user_id, r.epoch, ${flavour.journal.last('seq', 'r.place')} as seq from skein_runs r where ${which}${flavour.lock}`,
      ...some,
    );
    for (const row of found) heads.set(row['id'] as string, headOf(row));
  }
  return heads;
}

function* take(
  flavour: Flavour,
  append: PendingAppend,
  heads: Map<string, Head>,
  rows: NewRow[],
): Script<Refusal> {
  const { run, expectedSeq, epoch, changes } = append;
  let head = heads.get(append.key);
  if (epoch !== undefined && head !== undefined && head.epoch !== epoch) {
    return new EngineError('STORE_FENCED', { run, epoch, found: head.epoch });
  }
  const found = head?.seq ?? 0;
  if (found !== expectedSeq) {
    if (head !== undefined && (yield* hasAlready(flavour, head, append, rows))) return undefined;
    return new EngineError('STORE_CONFLICT', { run, expected: expectedSeq, found });
  }
  if (head === undefined) {
    const created = yield* createRun(flavour, append);
    if (created instanceof EngineError) return created;
    head = created;
    heads.set(append.key, head);
  } else if (changes !== undefined) {
    yield* writeChanges(flavour, head, append);
  }
  for (const row of append.rows) {
    head.seq += 1;
    if (row.parts.length > 0) yield* writeBlobs(flavour, `r${head.place}`, row.parts);
    const { at, body, blobs } = row;
    rows.push({ place: head.place, seq: head.seq, at, body, blobs });
  }
  return undefined;
}

/** Whether the journal, or this group, already holds exactly these rows. */
function* hasAlready(
  flavour: Flavour,
  head: Head,
  { expectedSeq, rows: wanted }: PendingAppend,
  written: readonly NewRow[],
): Script<boolean> {
  if (head.seq < expectedSeq + wanted.length) return false;
  const { between, seq: number, order } = flavour.journal;
  const { sql, parameters } = between(head.place, expectedSeq, expectedSeq + wanted.length);
  const stored = yield* ask(
    `select ${number} as seq, body, blobs from skein_journal where ${sql} order by ${order}`,
    ...parameters,
  );
  const bySeq = new Map<number, readonly [unknown, unknown]>(
    stored.map((row) => [Number(row['seq']), [row['body'], row['blobs']]]),
  );
  for (const { place, seq, body, blobs } of written) {
    if (place === head.place) bySeq.set(seq, [body, blobs]);
  }
  return wanted.every((row: PendingRow, i) => {
    const [body, blobs] = bySeq.get(expectedSeq + 1 + i) ?? [];
    return body === row.body && (blobs ?? null) === row.blobs;
  });
}

function* insertRows({ atOnce, journal }: Flavour, rows: readonly NewRow[]): Script<void> {
  const columns = [...journal.key, 'at', 'body', 'blobs'];
  const into = `insert into skein_journal (${columns.join(', ')}) values `;
  for (let i = 0; i < rows.length; i += atOnce) {
    const some = rows.slice(i, i + atOnce);
    const values = some.map(() => marks(columns.length)).join(', ');
    const parameters = some.flatMap(({ place, seq, at, body, blobs }): SqlValue[] => [
      ...journal.keyOf(place, seq),
      at,
      body,
      blobs,
    ]);
    yield* ask(into + values, ...parameters);
  }
}
