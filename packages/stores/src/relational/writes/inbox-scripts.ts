import { runId, type Json } from '@skein/kernel';
import { EngineError, type InboxCommand } from '@skein/ports';
import { fromKey, toKey } from '../../values/key-text.ts';
import type { Flavour } from '../flavour.ts';
import { ask, limitTo, marks, type Script } from '../script.ts';

export function* putCommand(flavour: Flavour, { id, run, command }: InboxCommand): Script<void> {
  // The lock makes a release wait until the command is written, or this write wait until the release is done.
  const [row] = yield* ask(
    `select place, owner from skein_runs where id = ?${flavour.lock}`,
    toKey(run),
  );
  if (row === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  const known = yield* ask('select place from skein_inbox where id = ?', toKey(id));
  if (known.length > 0) return;
  yield* ask(
    `insert into skein_inbox (id, run_id, command, is_open) values ${marks(4)} ${flavour.onRepeat(['id'], ['id'])}`,
    toKey(id),
    toKey(run),
    JSON.stringify(command),
    1,
  );
  if (row['owner'] === null) {
    yield* ask('update skein_runs set wake_at = 0 where place = ?', Number(row['place']));
  }
}

export function* takeCommands(owner: string, limit: number): Script<readonly InboxCommand[]> {
  const rows = yield* ask(
    `select i.place, i.id, i.run_id, i.command, r.epoch from skein_inbox i join skein_runs r on r.id = i.run_id where i.is_open = 1 and r.owner = ? and (i.taken_epoch is null or i.taken_epoch <> r.epoch) order by i.place${limitTo(limit)}`,
    toKey(owner),
  );
  for (const row of rows) {
    const [epoch, place] = [Number(row['epoch']), Number(row['place'])];
    yield* ask('update skein_inbox set taken_epoch = ? where place = ?', epoch, place);
  }
  return rows.map((row) => ({
    id: fromKey(row['id'] as string),
    run: runId(fromKey(row['run_id'] as string)),
    command: JSON.parse(row['command'] as string) as Json,
  }));
}

export function* settleCommand(id: string, outcome: Json): Script<void> {
  yield* ask(
    'update skein_inbox set outcome = ?, is_open = 0 where id = ? and is_open = 1',
    JSON.stringify(outcome),
    toKey(id),
  );
}
