import { EngineError, type RunCreation } from '@skein/ports';
import { toKey } from '../../values/key-text.ts';
import { searchText } from '../../values/search-text.ts';
import type { Flavour } from '../flavour.ts';
import { ask, marks, type Query, type Script, type SqlValue } from '../script.ts';
import { writeBesideRun } from './change-scripts.ts';
import type { Head } from './head.ts';
import { addQuietKey, refusedStart } from './start-keys.ts';
import type { PendingAppend } from '../../groups/pending-append.ts';

const columns =
  'id, user_id, workflow_id, workflow_version, name, start_node, parent_run, parent_path, root_run, depth, status, is_open, created_at, ended_at, owner, epoch, wake_at, idempotency_key, search';
const insert = `insert into skein_runs (${columns}) values ${marks(19)}`;

/** The row of a new run, with everything that its first append changes. */
export function* createRun(flavour: Flavour, append: PendingAppend): Script<Head | EngineError> {
  const { run, changes } = append;
  const created = changes?.created;
  if (created === undefined) return new EngineError('RUN_NOT_FOUND', { run });
  if (created.idempotencyKey !== undefined || created.debounceKey !== undefined) {
    const refused = yield* refusedStart(append.key, created);
    if (refused !== undefined) return refused;
  }
  const place = yield* insertRun(flavour, append.key, addRun(flavour, append, created));
  const quiet = addQuietKey(append.key, created);
  if (quiet !== null) yield quiet;
  const head = newHead(place, created);
  yield* writeBesideRun(flavour, head, append);
  return head;
}

/** The end of the journal of a run that was just created. */
export function newHead(place: number, created: RunCreation): Head {
  return { place, user: keyOr(created.user, ''), epoch: epochOf(created), seq: 0 };
}

/** The row alone, when nothing needs to be looked up: a second start with the same key violates a unique index. */
export function addRun(flavour: Flavour, append: PendingAppend, created: RunCreation): Query {
  return { sql: insert, parameters: valuesOf(flavour, append, created) };
}

function valuesOf(
  flavour: Flavour,
  { run, key, changes, rows }: PendingAppend,
  created: RunCreation,
): readonly SqlValue[] {
  const { status = 'running', release, wakeAt = null } = changes ?? {};
  const isOpen = status === 'running' || status === 'waiting';
  const endedAt = isOpen ? null : flavour.toTime(rows.at(-1)?.at ?? 0);
  const owner = release === true ? null : keyOr(created.owner, null);
  return [
    key,
    keyOr(created.user, ''),
    toKey(created.workflow.id),
    toKey(created.workflow.version),
    textOr(created.name),
    textOr(created.start),
    keyOr(created.parent?.run, null),
    textOr(created.parent?.path),
    keyOr(created.root, null),
    created.depth,
    status,
    isOpen ? 1 : 0,
    flavour.toTime(rows[0]?.at ?? 0),
    endedAt,
    owner,
    epochOf(created),
    wakeAt,
    keyOr(created.idempotencyKey, null),
    toKey(searchText([run, created.workflow.id, created.name])),
  ];
}

function epochOf({ owner }: RunCreation): number {
  return owner === undefined ? 0 : 1;
}

function* insertRun(
  { canReturn, lastPlace }: Flavour,
  key: string,
  { sql, parameters }: Query,
): Script<number> {
  if (canReturn && lastPlace === undefined) {
    const [row] = yield* ask(`${sql} returning place`, ...parameters);
    return Number(row?.['place']);
  }
  yield* ask(sql, ...parameters);
  const [row] =
    lastPlace === undefined
      ? yield* ask('select place from skein_runs where id = ?', key)
      : yield* ask(lastPlace);
  return Number(row?.['place']);
}

/** Texts that are not keys may also contain anything, so they get the same escapes. */
function textOr(text: string | undefined): string | null {
  return text === undefined ? null : toKey(text);
}

function keyOr<T extends string | null>(key: string | undefined, otherwise: T): string | T {
  return key === undefined ? otherwise : toKey(key);
}
