import { runId, waitId, type JsonObject } from '@skein/kernel';
import type {
  OutboxKind,
  OutboxMessage,
  OutboxRecord,
  OutboxStatus,
  OutboxStore,
} from '@skein/ports';
import { matching, type Match, type Records } from './records.ts';
import { recordTable, type RecordPart } from './record-table.ts';
import { withFirst, withPage, withSome } from './with-page.ts';

export const outboxTable = recordTable(
  'outbox',
  {
    kind: 'key',
    recipient: 'value',
    run_id: 'key',
    wait_id: 'key',
    data: 'value',
    link_until: 'instant',
    status: 'key',
    attempts: 'integer',
    due_at: 'instant',
    error: 'value',
    created_at: 'instant',
    updated_at: 'instant',
    claimed_by: 'key',
    claimed_until: 'integer',
    destination: 'key',
  },
  { indexed: ['due_at', 'status,updated_at', 'destination,place', 'run_id'] },
);

export const outbox: RecordPart<OutboxStore> = { tables: [outboxTable], over: outboxOver };

const unclaimed = { claimed_by: null, claimed_until: 0 };

/** The row of a message that is written with an append. */
export function outboxRow(message: OutboxMessage): JsonObject {
  return {
    user_id: message.user,
    id: message.id,
    kind: message.kind,
    recipient: message.recipient,
    run_id: message.run,
    wait_id: message.wait,
    data: message.data,
    link_until: message.linkUntil,
    status: 'pending',
    attempts: 0,
    due_at: message.dueAt,
    error: null,
    created_at: message.createdAt,
    updated_at: message.createdAt,
    destination: null,
    ...unclaimed,
  };
}

function outboxOver(records: Records): OutboxStore {
  const one = (id: string, user: string) => matching({ user_id: user, id });
  return {
    add: (message) => records.insert(outboxTable, outboxRow(message)),
    get: (id, user) => withFirst(records.find(outboxTable, one(id, user)), toRecord),
    list({ user, status, run, destination, ...paging }) {
      const match = matching({ user_id: user, status, run_id: run, destination });
      return withPage(records.find(outboxTable, match, { order: 'newest', ...paging }), toRecord);
    },
    async due(now, limit) {
      const match: Match = [
        ['due_at', '<=', now],
        ['claimed_until', '<=', now],
      ];
      const { items } = await records.find(outboxTable, match, { by: 'due_at', limit });
      return items.map(toRecord);
    },
    async pendingOf(run, user) {
      const match = matching({ user_id: user, run_id: run, status: 'pending' });
      const { items } = await records.find(outboxTable, match, { limit: pendingMax });
      return items.map(toRecord);
    },
    async nextDue() {
      const match: Match = [['due_at', '<=', latest]];
      const { items } = await records.find(outboxTable, match, { by: 'due_at', limit: 1 });
      return items.map(toRecord)[0]?.dueAt ?? null;
    },
    claim: ({ id, user, owner, now, until }) =>
      withSome(
        records.update(
          outboxTable,
          [...one(id, user), ['due_at', '<=', now], ['claimed_until', '<=', now]],
          { claimed_by: owner, claimed_until: until },
        ),
      ),
    settle: ({ id, user, owner, now, status, attempts, dueAt, error, destination }) =>
      withSome(
        records.update(outboxTable, [...one(id, user), ['claimed_by', '=', owner]], {
          status,
          attempts,
          due_at: dueAt,
          error,
          destination,
          updated_at: now,
          ...unclaimed,
        }),
      ),
    async replay(id, user, now) {
      for (const status of settled) {
        const match: Match = [...one(id, user), ['status', '=', status]];
        const again = { status: 'pending', attempts: 0, due_at: now, updated_at: now };
        if ((await records.update(outboxTable, match, { ...again, ...unclaimed })) > 0) return true;
      }
      return false;
    },
    prune: (status, before) =>
      records.delete(outboxTable, [
        ['status', '=', status],
        ['updated_at', '<', before],
      ]),
  };
}

const settled: readonly OutboxStatus[] = ['dead', 'delivered', 'dropped'];
/** So many of one run are looked at. */
const pendingMax = 200;
/** The last moment that every database has a time for; no due time is later. */
const latest = Date.UTC(9999, 11, 31);

interface OutboxRow extends JsonObject {
  readonly id: string;
  readonly user_id: string;
  readonly kind: OutboxKind;
  readonly recipient: string;
  readonly run_id: string;
  readonly wait_id: string | null;
  readonly link_until: number | null;
  readonly status: OutboxStatus;
  readonly attempts: number;
  readonly due_at: number | null;
  readonly error: string | null;
  readonly destination: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

function toRecord(row: JsonObject): OutboxRecord {
  // Only `outboxRow` and `settle` write rows, with these columns.
  const kept = row as OutboxRow;
  return {
    id: kept.id,
    user: kept.user_id,
    kind: kept.kind,
    recipient: kept.recipient,
    run: runId(kept.run_id),
    wait: kept.wait_id === null ? null : waitId(kept.wait_id),
    data: row['data'] ?? null,
    linkUntil: kept.link_until,
    status: kept.status,
    attempts: kept.attempts,
    dueAt: kept.due_at,
    error: kept.error,
    destination: kept.destination,
    createdAt: kept.created_at,
    updatedAt: kept.updated_at,
  };
}
