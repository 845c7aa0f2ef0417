// Appends in Neo4j
// A group is one transaction: the runs are locked in a fixed order, each append is checked, and the accepted ones are written.
import type { RunId } from '@skein/kernel';
import {
  userCounter,
  EngineError,
  withoutUndefined,
  type RunChanges,
  type WaitRecord,
} from '@skein/ports';
import type { Refusal } from '../groups/group-commit.ts';
import type { PendingAppend } from '../groups/pending-append.ts';
import { fromKey, toKey } from '../values/key-text.ts';
import { searchText } from '../values/search-text.ts';
import { auditRow, auditTable } from '../records/audit.ts';
import { outboxRow, outboxTable } from '../records/outbox.ts';
import type { StoredValue } from '../values/stored-value.ts';
import { insertNode } from './graph-rows.ts';
import { addJoined, addQuietKey, dropQuietKey, refusedStart } from './neo4j-start-keys.ts';
import { nextPlaces } from './next-places.ts';
import type { Ask, Neo4jConnection } from './neo4j-connection.ts';
import { writeGraphRow } from './session-rows.ts';

interface Head {
  epoch: number;
  seq: number;
  readonly user: string;
}

export function commitOnNeo4j(
  connection: Neo4jConnection,
  group: readonly PendingAppend[],
): Promise<readonly Refusal[]> {
  return connection.write(async (ask) => {
    const heads = await lockHeads(ask, group);
    const rows: object[] = [];
    const refusals: Refusal[] = [];
    for (const append of group) refusals.push(await take(ask, append, heads, rows));
    if (rows.length > 0)
      await ask('unwind $rows as row create (e:SkeinEvent) set e = row', { rows });
    return refusals;
  });
}

async function lockHeads(ask: Ask, group: readonly PendingAppend[]): Promise<Map<string, Head>> {
  const ids = [...new Set(group.map(({ key }) => key))].toSorted();
  const found = await ask(
    `unwind $ids as id match (r:SkeinRun {id: id}) set r._lock = randomUUID()
     return r.id as id, r.epoch as epoch, r.seq as seq, r.user as user`,
    { ids },
  );
  return new Map(
    found.map((row) => [
      row['id'] as string,
      { epoch: Number(row['epoch']), seq: Number(row['seq']), user: row['user'] as string },
    ]),
  );
}

async function take(
  ask: Ask,
  append: PendingAppend,
  heads: Map<string, Head>,
  rows: object[],
): Promise<Refusal> {
  const { run, key, expectedSeq, epoch } = append;
  const known = heads.get(key);
  if (epoch !== undefined && known !== undefined && known.epoch !== epoch) {
    return new EngineError('STORE_FENCED', { run, epoch, found: known.epoch });
  }
  const found = known?.seq ?? 0;
  if (found !== expectedSeq) {
    if (known !== undefined && (await hasAlready(ask, append, known, rows))) return undefined;
    return new EngineError('STORE_CONFLICT', { run, expected: expectedSeq, found });
  }
  const head = known ?? (await createRun(ask, append));
  if (head instanceof EngineError) return head;
  heads.set(key, head);
  for (const row of append.rows) {
    head.seq += 1;
    const { at, body, blobs } = row;
    rows.push({ run: key, seq: head.seq, at, body, ...(blobs === null ? {} : { blobs }) });
    await holdBlobs(ask, 'SkeinRun', key, row);
  }
  await writeChanges(ask, append, head);
  return undefined;
}

async function hasAlready(
  ask: Ask,
  { key, expectedSeq, rows: wanted }: PendingAppend,
  head: Head,
  written: readonly object[],
): Promise<boolean> {
  if (head.seq < expectedSeq + wanted.length) return false;
  const stored = await ask(
    `match (e:SkeinEvent {run: $key}) where e.seq > $from and e.seq <= $to
     return e.seq as seq, e.body as body, e.blobs as blobs`,
    { key, from: expectedSeq, to: expectedSeq + wanted.length },
  );
  const here = written.filter((row) => (row as { readonly run: string }).run === key);
  const all = [...stored, ...here] as readonly Readonly<Record<string, unknown>>[];
  const bySeq = new Map(all.map((row) => [Number(row['seq']), row]));
  return wanted.every(({ body, blobs }, i) => {
    const row = bySeq.get(expectedSeq + 1 + i);
    return row?.['body'] === body && (row['blobs'] ?? null) === blobs;
  });
}

async function createRun(
  ask: Ask,
  { run, key, changes, rows }: PendingAppend,
): Promise<Head | EngineError> {
  const created = changes?.created;
  if (created === undefined) return new EngineError('RUN_NOT_FOUND', { run });
  const { idempotencyKey, parent, owner } = created;
  const user = toKey(created.user ?? '');
  const startKey =
    idempotencyKey === undefined ? null : JSON.stringify([user, toKey(idempotencyKey)]);
  if (startKey !== null || created.debounceKey !== undefined) {
    const refused = await refusedStart(ask, { startKey, user }, created);
    if (refused !== undefined) return refused;
  }
  const [place] = await nextPlaces(ask, 1);
  const epoch = owner === undefined ? 0 : 1;
  const node = {
    id: key,
    place,
    user,
    workflow: toKey(created.workflow.id),
    version: toKey(created.workflow.version),
    name: keyOf(created.name),
    start: keyOf(created.start),
    parent: keyOf(parent?.run),
    parentPath: keyOf(parent?.path),
    root: keyOf(created.root),
    depth: created.depth,
    status: 'running',
    isOpen: true,
    createdAt: rows[0]?.at ?? 0,
    owner: keyOf(owner),
    epoch,
    seq: 0,
    startKey,
    search: toKey(searchText([run, created.workflow.id, created.name])),
  };
  await ask('create (r:SkeinRun) set r = $node', { node });
  await addQuietKey(ask, key, created);
  return { epoch, seq: 0, user };
}

async function writeChanges(ask: Ask, append: PendingAppend, head: Head): Promise<void> {
  const { key, changes = {}, rows, snapshot } = append;
  const at = rows.at(-1)?.at;
  const isOpen = changes.status === 'running' || changes.status === 'waiting';
  const set = {
    seq: head.seq,
    ...(at === undefined ? {} : { updatedAt: at }),
    ...(changes.status === undefined
      ? {}
      : { status: changes.status, isOpen, endedAt: isOpen ? null : (at ?? 0) }),
    ...withoutUndefined({ version: changes.version && toKey(changes.version) }),
    ...(changes.wakeAt === undefined ? {} : { wakeAt: changes.wakeAt }),
    ...(changes.release === true ? { owner: null } : {}),
    ...suspicionOf(changes.suspicion),
  };
  await ask('match (r:SkeinRun {id: $key}) set r += $set', { key, set });
  if (changes.release === true) {
    await ask(
      `match (r:SkeinRun {id: $key}) where exists { match (c:SkeinCommand {run: $key}) where c.outcome is null }
       set r.wakeAt = 0`,
      { key },
    );
  }
  await writeWaits(ask, append);
  if (changes.begun === true) await dropQuietKey(ask, key);
  for (const start of changes.joined ?? []) await addJoined(ask, key, start);
  if (changes.snapshot !== undefined && snapshot !== undefined) {
    const { body, blobs } = snapshot;
    const { seq } = changes.snapshot;
    await ask(
      'merge (s:SkeinSnapshot {run: $key}) set s.seq = $seq, s.state = $body, s.blobs = $blobs',
      {
        key,
        seq,
        body,
        blobs,
      },
    );
    await holdBlobs(ask, 'SkeinRun', key, snapshot);
  }
  if (changes.spent !== undefined) {
    const { root, tokens, usd, bytes = 0, user } = changes.spent;
    const add = (counter: RunId, spent: { readonly tokens: number; readonly usd: number }) =>
      ask(
        `merge (b:SkeinBudget {root: $root}) set b._lock = randomUUID()
         set b.tokens = coalesce(b.tokens, 0) + $tokens, b.usd = coalesce(b.usd, 0) + $usd,
             b.bytes = coalesce(b.bytes, 0) + $bytes`,
        { root: toKey(counter), ...spent, bytes },
      );
    await add(root, { tokens, usd });
    if (user !== undefined && bytes > 0) await add(userCounter(user), { tokens: 0, usd: 0 });
  }
  for (const change of changes.projections ?? [])
    await writeGraphRow(ask, fromKey(head.user), change);
  for (const message of changes.outbox ?? [])
    await insertNode(ask, outboxTable, outboxRow(message));
  for (const entry of changes.audit ?? []) await insertNode(ask, auditTable, auditRow(entry));
}

/** The properties of the run that it changes. */
function suspicionOf(suspicion: RunChanges['suspicion']): object {
  if (suspicion === undefined) return {};
  if (suspicion === 'tried') return { isTried: true };
  if (suspicion === 'cleared') return { deaths: 0, isTried: false, quarantinedAt: null };
  return suspicion;
}

async function writeWaits(ask: Ask, { key, changes = {} }: PendingAppend): Promise<void> {
  const { opened = [], closed = [], taken = [], reopened = [] } = changes;
  if (opened.length > 0) {
    const places = await nextPlaces(ask, opened.length);
    const waits = opened.map((wait, i) => waitNode(wait, places[i] ?? 0));
    await ask('unwind $waits as wait create (w:SkeinWait) set w = wait', { waits });
  }
  if (reopened.length > 0) {
    const ids = reopened.map((id) => toKey(id));
    await ask("match (w:SkeinWait) where w.id in $ids set w.status = 'open'", { ids });
  }
  if (closed.length > 0) {
    const closings = closed.map(({ wait, status, answer }) => ({
      id: toKey(wait),
      status,
      answer: answer === undefined ? null : JSON.stringify(answer),
    }));
    await ask(
      `unwind $closings as closing match (w:SkeinWait {id: closing.id}) where w.status = 'open'
       set w.status = closing.status, w.answer = closing.answer`,
      { closings },
    );
  }
  if (taken.length > 0) {
    const ids = taken.map((id) => toKey(id));
    await ask('match (k:SkeinKeptEvent {run: $key}) where k.id in $ids delete k', { key, ids });
  }
}

function waitNode(wait: WaitRecord, place: number): object {
  return {
    id: toKey(wait.id),
    place,
    run: toKey(wait.run),
    node: toKey(wait.node),
    activation: wait.activation,
    question: JSON.stringify(wait.question),
    event: keyOf(wait.event),
    user: toKey(wait.user ?? ''),
    who: (wait.question.who ?? []).map((name) => toKey(name)),
    createdAt: wait.createdAt,
    deadlineAt: wait.deadlineAt,
    status: wait.status,
    answer: wait.answer === undefined ? null : JSON.stringify(wait.answer),
  };
}

/** Stores the large parts of a value, once each, for as long as their holder exists. */
export async function holdBlobs(
  ask: Ask,
  label: 'SkeinRun' | 'SkeinVersion',
  holder: string,
  { parts }: Pick<StoredValue, 'parts'>,
): Promise<void> {
  if (parts.length === 0) return;
  const which =
    label === 'SkeinRun'
      ? '(h:SkeinRun {id: $holder})'
      : '(h:SkeinVersion {place: toFloat($holder)})';
  await ask(
    `match ${which} unwind $parts as part
     merge (b:SkeinBlob {hash: part.hash}) on create set b.body = part.body
     set b._lock = randomUUID() merge (h)-[:USES]->(b)`,
    { holder, parts: parts.map(({ hash, body }) => ({ hash, body })) },
  );
}

function keyOf(text: string | undefined): string | null {
  return text === undefined ? null : toKey(text);
}
