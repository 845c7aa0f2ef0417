import type { OutboxKind, OutboxRecord } from '@skein/ports';

/** What is sent: a message of the outbox, or one that tries a destination. */
export interface SentMessage extends Pick<
  OutboxRecord,
  'id' | 'recipient' | 'data' | 'linkUntil' | 'createdAt'
> {
  readonly kind: OutboxKind | 'test';
  readonly run: string;
}
