// Appends that need no lookup
// Everything that such an append writes is known before the first statement is sent, so a server gets all statements of a group at
// once: one round trip. What else it depends on is checked by statements that fail.
import { toKey } from '../../values/key-text.ts';
import type { Refusal } from '../../groups/group-commit.ts';
import type { PendingAppend } from '../../groups/pending-append.ts';
import type { Flavour } from '../flavour.ts';
import type { Query } from '../script.ts';
import { entriesOf, updateRun } from './change-scripts.ts';
import { addRun } from './create-run.ts';
import { addQuietKey } from './start-keys.ts';

/** Large parts, snapshots and projections need lookups. */
function isQuick({ changes, rows, expectedSeq }: PendingAppend): boolean {
  if (rows.some(({ blobs }) => blobs !== null)) return false;
  if (changes === undefined) return rows.length > 0;
  const { created, snapshot, projections = [] } = changes;
  const isNew = expectedSeq === 0;
  return isNew === (created !== undefined) && snapshot === undefined && projections.length === 0;
}

/**
 * Commits what needs no lookup by `write`, which says for which runs it was written, and the others by `commitOthers`: those that need
 * one, and those of which something was not as expected.
 */
export async function commitQuickFirst(
  group: readonly PendingAppend[],
  write: (quick: readonly PendingAppend[]) => Promise<ReadonlySet<string>>,
  commitOthers: (others: readonly PendingAppend[]) => Promise<readonly Refusal[]>,
): Promise<readonly Refusal[]> {
  const quick = onePerRun(group).filter(isQuick);
  const written = quick.length === 0 ? new Set<string>() : await write(quick);
  const done = new Set(quick.filter(({ key }) => written.has(key)));
  const others = group.filter((append) => !done.has(append));
  if (others.length === 0) return group.map(() => undefined);
  const refusals = await commitOthers(others);
  const refusalOf = new Map(others.map((append, i) => [append, refusals[i]]));
  return group.map((append) => refusalOf.get(append));
}

/** The statements do not see each other's rows, so a second append of a run is none of them. */
function onePerRun(appends: readonly PendingAppend[]): readonly PendingAppend[] {
  const seen = new Set<string>();
  return appends.filter(({ key }) => !seen.has(key) && seen.add(key));
}

/**
 * All but its rows in the journal.
 * `guardStart` fails when a start with this user and key has joined a run. It comes after the insert of the run, which waits for one
 * that is about to begin.
 */
export function quickQueries(
  flavour: Flavour,
  append: PendingAppend,
  guardStart: string,
): readonly Query[] {
  const { key, changes } = append;
  const created = changes?.created;
  const entries = entriesOf(flavour, append);
  if (created === undefined) {
    const update = updateRun(flavour, append, ['id', key]);
    return update === null ? entries : [update, ...entries];
  }
  const { user = '', idempotencyKey } = created;
  const quiet = addQuietKey(key, created);
  return [
    addRun(flavour, append, created),
    ...(quiet === null ? [] : [quiet]),
    ...(idempotencyKey === undefined
      ? []
      : [{ sql: guardStart, parameters: [toKey(user), toKey(idempotencyKey)] }]),
    ...entries,
  ];
}
