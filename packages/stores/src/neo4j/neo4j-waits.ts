import { runId, waitId, type Json, type WaitQuestion } from '@skein/kernel';
import type { KeptEventStore, WaitRecord, WaitStore } from '@skein/ports';
import { checkId } from '../values/check-append.ts';
import { isWaitStatus, jsonOrMark, unreadable, unreadableQuestion } from '../values/unreadable.ts';
import { fromKey, toKey } from '../values/key-text.ts';
import { graphPage } from './graph-page.ts';
import type { GraphRow, Neo4jConnection } from './neo4j-connection.ts';
import { nextPlaces } from './next-places.ts';

export function graphWaits({ read }: Neo4jConnection): WaitStore {
  return {
    async get(wait) {
      const [row] = await read('match (w:SkeinWait {id: $id}) return properties(w) as wait', {
        id: toKey(wait),
      });
      return row === undefined ? undefined : toRecord(row['wait'] as GraphRow);
    },
    async list(filter) {
      const { run, node, event, user, who } = filter;
      const conditions = [
        "n.status = 'open'",
        ...(run === undefined ? [] : ['n.run = $run']),
        ...(node === undefined ? [] : ['n.node = $node']),
        ...(event === undefined ? [] : ['n.event = $event']),
        ...(user === undefined ? [] : ['n.user = $user']),
        ...(who === undefined ? [] : ['$who in n.who']),
      ];
      const given = Object.entries({ run, node, event, user, who });
      const parameters = Object.fromEntries(
        given.map(([name, value]) => [name, toKey(value ?? '')]),
      );
      const { items, nextCursor } = await graphPage(read, 'SkeinWait', {
        conditions,
        parameters,
        filter,
      });
      return { items: items.map(toListed), nextCursor };
    },
  };
}

export function graphKeptEvents(connection: Neo4jConnection): KeptEventStore {
  return {
    async keep(run, { id, name, data, at }) {
      checkId('id of the run', run);
      checkId('id of the event', id);
      await connection.write(async (ask) => {
        const [place] = await nextPlaces(ask, 1);
        await ask(
          `merge (k:SkeinKeptEvent {run: $run, id: $id})
           on create set k.place = $place, k.name = $name, k.data = $data, k.at = $at`,
          {
            run: toKey(run),
            id: toKey(id),
            place,
            name: toKey(name),
            data: data === undefined ? null : JSON.stringify(data),
            at,
          },
        );
      });
    },
    async list(run) {
      const rows = await connection.read(
        'match (k:SkeinKeptEvent {run: $run}) return properties(k) as kept order by k.place',
        { run: toKey(run) },
      );
      return rows.map((row) => {
        const { id, name, data, at } = row['kept'] as GraphRow;
        return {
          id: fromKey(id as string),
          name: fromKey(name as string),
          ...(typeof data === 'string' ? { data: JSON.parse(data) as Json } : {}),
          at: Number(at),
        };
      });
    },
  };
}

/** For a list, which one row must not break. */
function toListed(wait: GraphRow): WaitRecord {
  const { question, answer, status } = wait;
  const isReadable = jsonOrMark(String(question)) !== unreadable;
  return toRecord({
    ...wait,
    status: isWaitStatus(status) ? status : 'open',
    question: isReadable ? question : JSON.stringify(unreadableQuestion),
    answer: typeof answer === 'string' && jsonOrMark(answer) === unreadable ? null : answer,
  });
}

function toRecord(wait: GraphRow): WaitRecord {
  const { event, user, answer } = wait;
  return {
    id: waitId(fromKey(wait['id'] as string)),
    run: runId(fromKey(wait['run'] as string)),
    node: fromKey(wait['node'] as string),
    activation: Number(wait['activation']),
    // Only questions and statuses were written there.
    question: JSON.parse(wait['question'] as string) as WaitQuestion,
    ...(typeof event === 'string' ? { event: fromKey(event) } : {}),
    ...(user === '' ? {} : { user: fromKey(user as string) }),
    createdAt: Number(wait['createdAt']),
    deadlineAt: typeof wait['deadlineAt'] === 'number' ? wait['deadlineAt'] : null,
    status: wait['status'] as WaitRecord['status'],
    ...(typeof answer === 'string' ? { answer: JSON.parse(answer) as Json } : {}),
  };
}
