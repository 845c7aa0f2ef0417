// The keys of starts
// A run that has not begun is found by its debounce key, and every run that a start has joined by the idempotency key of that start.
// (The key of the start that made a run is in the row of the run.)
import { EngineError, type JoinedStart, type RunCreation } from '@skein/ports';
import { fromKey, toKey } from '../../values/key-text.ts';
import type { Flavour } from '../flavour.ts';
import { ask, marks, type Query, type Row, type Script } from '../script.ts';

const insert = `insert into skein_start_keys (user_id, is_quiet, start_key, run_id, seq) values ${marks(5)}`;

/** Why a run may not be created; undefined when it may. */
export function* refusedStart(
  own: string,
  { user: name = '', idempotencyKey: key, debounceKey }: RunCreation,
): Script<EngineError | undefined> {
  const user = toKey(name);
  // First who waits: a start joins a run before that begins, so whoever finds none waiting finds the keys of all that have joined.
  const waiting =
    debounceKey === undefined ? undefined : yield* findKey(user, { isQuiet: 1, key: debounceKey });
  if (key !== undefined) {
    const first = (yield* findStart(user, key)) ?? (yield* findKey(user, { isQuiet: 0, key }));
    // The run itself: its start was written, but the writer was never told. The insert says so.
    if (first !== undefined && first['run_id'] !== own) return repeated(first, key);
  }
  if (debounceKey === undefined || waiting === undefined || waiting['run_id'] === own) return;
  const run = fromKey(String(waiting['run_id']));
  return new EngineError('START_PENDING', { run, key: debounceKey });
}

function repeated(row: Row, key: string): EngineError {
  const run = fromKey(String(row['run_id']));
  const seq = row['seq'] ?? null;
  return new EngineError(
    'START_REPEATED',
    seq === null ? { run, key } : { run, key, seq: Number(seq) },
  );
}

/** The run that this user started with this key. */
function* findStart(user: string, key: string): Script<Row | undefined> {
  const sql =
    'select id as run_id, null as seq from skein_runs where user_id = ? and idempotency_key = ?';
  const [row] = yield* ask(sql, user, toKey(key));
  return row;
}

function* findKey(
  user: string,
  { isQuiet, key }: { readonly isQuiet: 0 | 1; readonly key: string },
): Script<Row | undefined> {
  const sql =
    'select run_id, seq from skein_start_keys where user_id = ? and is_quiet = ? and start_key = ?';
  const [row] = yield* ask(sql, user, isQuiet, toKey(key));
  return row;
}

/** From now on starts with the debounce key of the run find it. */
export function addQuietKey(run: string, { user = '', debounceKey }: RunCreation): Query | null {
  if (debounceKey === undefined) return null;
  return { sql: insert, parameters: [toKey(user), 1, toKey(debounceKey), run, null] };
}

export function dropQuietKey(run: string): Query {
  return {
    sql: 'delete from skein_start_keys where run_id = ? and is_quiet = 1',
    parameters: [run],
  };
}

/** The first one counts: a start that arrives twice joins once. */
export function addJoined(
  flavour: Flavour,
  run: string,
  { user = '', key, seq }: JoinedStart,
): Query {
  const repeat = flavour.onRepeat(['user_id', 'is_quiet', 'start_key'], ['start_key']);
  return { sql: `${insert} ${repeat}`, parameters: [toKey(user), 0, toKey(key), run, seq] };
}
