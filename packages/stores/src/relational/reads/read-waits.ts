import type { Json, WaitQuestion } from '@skein/kernel';
import type { KeptEvent, WaitRecord, WaitStore } from '@skein/ports';
import type { Selectable } from 'kysely';
import { fromKey, toKey } from '../../values/key-text.ts';
import type { RelationalDatabase } from '../database.ts';
import type { WaitsTable } from '../schema/rows.ts';
import { ask } from '../script.ts';
import { containsSql } from './contains-text.ts';
import { toPage } from './page.ts';
import { selectPage, type Where } from './select-page.ts';

type WaitRow = Selectable<WaitsTable>;

export function readWaits(database: RelationalDatabase): WaitStore {
  const select = 'select * from waits';
  return {
    async get(wait) {
      const [row] = await database.look(() => ask(`${select} where id = ?`, toKey(wait)));
      return row === undefined ? undefined : toRecord(row as WaitRow);
    },
    async list(filter) {
      const { run, node, event, user, who } = filter;
      const text = (value: string | undefined) => (value === undefined ? undefined : toKey(value));
      const where: readonly Where[] = [
        ['is_open = 1'],
        ['run_id = ?', text(run)],
        ['node = ?', text(node)],
        ['event = ?', text(event)],
        ['user_id = ?', text(user)],
        [
          containsSql(database, 'who'),
          who === undefined ? undefined : `\n${JSON.stringify(who)}\n`,
        ],
      ];
      const rows = await selectPage(database, { select, where }, filter);
      return toPage(rows as readonly WaitRow[], filter, toRecord);
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

function toRecord(row: WaitRow): WaitRecord {
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
