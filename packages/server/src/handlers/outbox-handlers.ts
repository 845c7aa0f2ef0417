import type { AnswerOf } from '@skein/api';
import { EngineError, type OutboxRecord } from '@skein/ports';
import { audit } from '../records/audit.ts';
import { isoTime, isoTimeOrNull } from '../values/iso-time.ts';
import type { HandlersOf } from './handler.ts';

type OutboxItem = AnswerOf<'listOutbox'>['items'][number];

export const outboxHandlers: HandlersOf<'outbox'> = {
  async listOutbox({ query, identity, services }) {
    const { items, nextCursor } = await services.records.outbox.list({
      ...query,
      user: identity.owner,
    });
    return { body: { items: items.map(toItem), nextCursor } };
  },
  async replayMessage({ params, identity, services }) {
    const { records, clock } = services;
    const { owner: user } = identity;
    const isSent = await records.outbox.replay(params.id, user, clock.now());
    const record = await records.outbox.get(params.id, user);
    if (record === undefined)
      throw new EngineError('NOT_FOUND', { what: 'message', id: params.id });
    if (!isSent) throw new EngineError('MESSAGE_PENDING', { message: params.id });
    services.onReplay();
    await audit(services, identity, { action: 'message.replay', subject: params.id });
    return { body: toItem(record) };
  },
};

function toItem(record: OutboxRecord): OutboxItem {
  return { ...toDelivery(record), data: record.data };
}

/** Without what it says. */
export function toDelivery(record: OutboxRecord): Omit<OutboxItem, 'data'> {
  const { id, kind, recipient, run, wait, status, attempts, error, destination } = record;
  return {
    id,
    kind,
    recipient,
    run,
    wait,
    status,
    attempts,
    error,
    destination,
    dueAt: isoTimeOrNull(record.dueAt),
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
  };
}
