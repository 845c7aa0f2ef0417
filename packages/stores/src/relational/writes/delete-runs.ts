import { runId, type RunId } from '@skein/kernel';
import { EngineError, userCounter } from '@skein/ports';
import { dialectTables } from '../../values/dialect-tables.ts';
import { fromKey, toKey } from '../../values/key-text.ts';
import { tableName } from '../../values/row-table.ts';
import { releaseBlobs } from '../rows/write-blobs.ts';
import type { Flavour } from '../flavour.ts';
import { ask, limitTo, type Row, type Script } from '../script.ts';

/** A run and all runs below it, with everything that belongs to them. */
export function* deleteTree(flavour: Flavour, run: RunId): Script<boolean> {
  const columns = 'select place, id, is_open from skein_runs where';
  const tree: Row[] = [...(yield* ask(`${columns} id = ?${flavour.lock}`, toKey(run)))];
  for (const { id } of tree) {
    tree.push(...(yield* ask(`${columns} parent_run = ?${flavour.lock}`, id as string)));
  }
  const live = tree.find((row) => Number(row['is_open']) === 1);
  if (live !== undefined) {
    throw new EngineError('RUN_UNFINISHED', { run: fromKey(live['id'] as string) });
  }
  for (const row of tree) yield* deleteRun(flavour, Number(row['place']), row['id'] as string);
  return tree.length > 0;
}

function* deleteRun(flavour: Flavour, place: number, id: string): Script<void> {
  const { sql, parameters } = flavour.journal.between(place, 0);
  yield* ask(`delete from skein_journal where ${sql}`, ...parameters);
  yield* ask('delete from skein_snapshots where run = ?', place);
  for (const table of [
    'skein_waits',
    'skein_kept_events',
    'skein_inbox',
    'skein_start_keys',
    'skein_files',
    'skein_run_summaries',
  ]) {
    yield* ask(`delete from ${table} where run_id = ?`, id);
  }
  yield* uncount(id);
  for (const table of dialectTables.values()) {
    if (table.run === undefined) continue;
    yield* ask(`delete from ${tableName(table)} where ${flavour.quote(table.run)} = ?`, id);
  }
  yield* releaseBlobs([`r${place}`, `s${place}`]);
  yield* ask('delete from skein_runs where place = ?', place);
}

/** The counter of a tree is deleted, and the counter of its user shrinks by it. */
function* uncount(id: string): Script<void> {
  const [row] = yield* ask(
    'select r.user_id, b.bytes from skein_runs r join skein_budgets b on b.root_run = r.id where r.id = ?',
    id,
  );
  if (row === undefined) return;
  // Every run has one, at least an empty text.
  const counter = toKey(userCounter(fromKey(row['user_id'] as string)));
  const bytes = Number(row['bytes']);
  if (bytes > 0) {
    yield* ask('update skein_budgets set bytes = bytes - ? where root_run = ?', bytes, counter);
  }
  yield* ask('delete from skein_budgets where root_run = ?', id);
}

/** Roots of ended trees, the one that ended first at the front. */
export function* endedRoots(
  flavour: Flavour,
  endedBefore: number,
  limit: number,
): Script<readonly RunId[]> {
  const rows = yield* ask(
    `select r.id from skein_runs r where r.is_open = 0 and r.ended_at < ? and r.parent_run is null and not exists (select 1 from skein_runs c where c.root_run = r.id and c.is_open = 1) order by r.ended_at, r.place${limitTo(limit)}`,
    flavour.toTime(endedBefore),
  );
  return rows.map(({ id }) => runId(fromKey(id as string)));
}
