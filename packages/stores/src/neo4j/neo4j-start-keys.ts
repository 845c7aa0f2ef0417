// The keys of starts, as nodes: which runs starts may join, and the idempotency keys of those that have.
import { EngineError, type JoinedStart, type RunCreation } from '@skein/ports';
import { fromKey, toKey } from '../values/key-text.ts';
import type { Ask, GraphRow } from './neo4j-connection.ts';

interface Starting {
  readonly user: string;
  /** Of the node of the run that a start with this idempotency key has made. */
  readonly startKey: string | null;
}

/** Why a run may not be created; undefined when it may. */
export async function refusedStart(
  ask: Ask,
  { user, startKey }: Starting,
  { idempotencyKey, debounceKey }: RunCreation,
): Promise<EngineError | undefined> {
  // First who waits: a start joins a run before that begins, so whoever finds none waiting finds the keys of all that have joined.
  const waiting =
    debounceKey === undefined
      ? undefined
      : await findKey(ask, { user, isQuiet: true, key: toKey(debounceKey) });
  if (idempotencyKey !== undefined) {
    const [made] = await ask('match (r:SkeinRun {startKey: $startKey}) return r.id as run', {
      startKey,
    });
    const joined = { user, isQuiet: false, key: toKey(idempotencyKey) };
    const first = made ?? (await findKey(ask, joined));
    if (first !== undefined) return repeated(first, idempotencyKey);
  }
  if (debounceKey === undefined || waiting === undefined) return undefined;
  return new EngineError('START_PENDING', {
    run: fromKey(String(waiting['run'])),
    key: debounceKey,
  });
}

function repeated(row: GraphRow, key: string): EngineError {
  const run = fromKey(String(row['run']));
  const seq = row['seq'] ?? null;
  return new EngineError(
    'START_REPEATED',
    seq === null ? { run, key } : { run, key, seq: Number(seq) },
  );
}

interface StartKey {
  readonly user: string;
  readonly isQuiet: boolean;
  readonly key: string;
}

async function findKey(ask: Ask, { user, isQuiet, key }: StartKey): Promise<GraphRow | undefined> {
  const [row] = await ask(
    'match (k:SkeinStartKey {user: $user, isQuiet: $isQuiet, key: $key}) return k.run as run, k.seq as seq',
    { user, isQuiet, key },
  );
  return row;
}

/** From now on starts with the debounce key of the run find it; the constraint refuses a second one. */
export async function addQuietKey(
  ask: Ask,
  run: string,
  { user = '', debounceKey }: RunCreation,
): Promise<void> {
  if (debounceKey === undefined) return;
  const node = { user: toKey(user), isQuiet: true, key: toKey(debounceKey), run };
  await ask('create (k:SkeinStartKey) set k = $node', { node });
}

export async function dropQuietKey(ask: Ask, run: string): Promise<void> {
  await ask('match (k:SkeinStartKey {run: $run}) where k.isQuiet delete k', { run });
}

/** The first one counts: a start that arrives twice joins once. */
export async function addJoined(
  ask: Ask,
  run: string,
  { user = '', key, seq }: JoinedStart,
): Promise<void> {
  await ask(
    `merge (k:SkeinStartKey {user: $user, isQuiet: false, key: $key})
     on create set k.run = $run, k.seq = $seq`,
    { user: toKey(user), key: toKey(key), run, seq },
  );
}
