import { runId, waitId, type Json, type RunId, type WaitQuestion } from '@skein/kernel';
import type { KeptEvent, WaitRecord, WaitStore } from '@skein/ports';
import { fromKey, toKey } from '../../values/key-text.ts';
import {
  isWaitStatus,
  jsonOrMark,
  unreadable,
  unreadableQuestion,
} from '../../values/unreadable.ts';
import type { RelationalDatabase } from '../database.ts';
import { ask } from '../script.ts';
import { containsText } from './contains-text.ts';
import { toPage } from './page.ts';
import { selectPage, type Where } from './select-page.ts';

interface WaitRow {
  readonly place: number;
  readonly id: string;
  readonly run_id: string;
  readonly node: string;
  readonly activation: number;
  readonly question: string;
  readonly event: string | null;
  readonly user_id: string;
  readonly created_at: number;
  readonly deadline_at: number | null;
  readonly status: string;
  readonly answer: string | null;
}

export function readWaits(database: RelationalDatabase): WaitStore {
  const select = 'select * from skein_waits';
  return {
    async get(wait) {
      const [row] = await database.look(() => ask(`${select} where id = ?`, toKey(wait)));
      // The columns of that table, as they were written.
      return row === undefined ? undefined : toRecord(row as unknown as WaitRow);
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
          containsText(database, 'who'),
          who === undefined ? undefined : `\n${JSON.stringify(who)}\n`,
        ],
      ];
      const rows = await selectPage(database, { select, where }, filter);
      // The columns of that table, as they were written.
      return toPage(rows as unknown as readonly WaitRow[], filter, toListed);
    },
  };
}

export async function readKeptEvents(
  database: RelationalDatabase,
  run: RunId,
): Promise<readonly KeptEvent[]> {
  const text = 'select id, name, data, at from skein_kept_events where run_id = ? order by place';
  const rows = await database.look(() => ask(text, toKey(run)));
  return rows.map(({ id, name, data, at }) => ({
    id: fromKey(id as string),
    name: fromKey(name as string),
    ...(data === null ? {} : { data: JSON.parse(data as string) as Json }),
    at: Number(at),
  }));
}

/** For a list, which one row must not break. */
function toListed(row: WaitRow): WaitRecord {
  const status = isWaitStatus(row.status) ? row.status : 'open';
  const isReadable = jsonOrMark(row.question) !== unreadable;
  const question = isReadable ? row.question : JSON.stringify(unreadableQuestion);
  const isAnswered = row.answer !== null && jsonOrMark(row.answer) !== unreadable;
  return toRecord({ ...row, status, question, answer: isAnswered ? row.answer : null });
}

function toRecord(row: WaitRow): WaitRecord {
  const { event, user_id: user, answer } = row;
  return {
    id: waitId(fromKey(row.id)),
    run: runId(fromKey(row.run_id)),
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
