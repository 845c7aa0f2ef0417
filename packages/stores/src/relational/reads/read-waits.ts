import type { Json, WaitQuestion } from '@skein/kernel';
import type { KeptEvent, WaitRecord, WaitStore } from '@skein/ports';
import type { Selectable } from 'kysely';
import { fromKey, toKey } from '../../values/key-text.ts';
import type { RelationalDatabase } from '../database.ts';
import type { WaitsTable } from '../schema/rows.ts';
import { containsText } from './contains-text.ts';
import { cursorOf, limitOf, toPage } from './page.ts';

export function readWaits(database: RelationalDatabase): WaitStore {
  const { read } = database;
  return {
    async get(wait) {
      const all = read.selectFrom('waits').selectAll();
      const row = await all.where('id', '=', toKey(wait)).executeTakeFirst();
      return row === undefined ? undefined : toRecord(row);
    },
    async list(filter) {
      const { run, node, event, user, who } = filter;
      const cursor = cursorOf(filter);
      let query = read.selectFrom('waits').selectAll().where('is_open', '=', 1);
      if (run !== undefined) query = query.where('run_id', '=', toKey(run));
      if (node !== undefined) query = query.where('node', '=', toKey(node));
      if (event !== undefined) query = query.where('event', '=', toKey(event));
      if (user !== undefined) query = query.where('user_id', '=', toKey(user));
      if (who !== undefined) {
        query = query.where(containsText(database, 'who', `\n${JSON.stringify(who)}\n`));
      }
      if (cursor !== undefined) query = query.where('place', '>=', cursor);
      const rows = await query.orderBy('place').limit(limitOf(filter)).execute();
      return toPage(rows, filter, toRecord);
    },
  };
}

export async function readKeptEvents(
  { read }: RelationalDatabase,
  run: string,
): Promise<readonly KeptEvent[]> {
  const all = read.selectFrom('kept_events').selectAll().where('run_id', '=', toKey(run));
  const rows = await all.orderBy('place').execute();
  return rows.map(({ id, name, data, at }) => ({
    id: fromKey(id),
    name: fromKey(name),
    ...(data === null ? {} : { data: JSON.parse(data) as Json }),
    at,
  }));
}

function toRecord(row: Selectable<WaitsTable>): WaitRecord {
  const { event, user_id: user, answer } = row;
  return {
    id: fromKey(row.id),
    run: fromKey(row.run_id),
    node: fromKey(row.node),
    activation: row.activation,
    // Only questions and statuses were written there.
    question: JSON.parse(row.question) as WaitQuestion,
    ...(event === null ? {} : { event: fromKey(event) }),
    ...(user === '' ? {} : { user: fromKey(user) }),
    createdAt: row.created_at,
    deadlineAt: row.deadline_at,
    status: row.status as WaitRecord['status'],
    ...(answer === null ? {} : { answer: JSON.parse(answer) as Json }),
  };
}
