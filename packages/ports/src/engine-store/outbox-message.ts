// The outbox
// What others are told about runs. A message is written with the append that caused it, so that neither exists without the other;
// whoever delivers it works from the store (`OutboxStore`).
import type { Json, RunId, WaitId, Workflow } from '@skein/kernel';

export const outboxKinds = [
  'wait.opened',
  'wait.reminder',
  'wait.escalated',
  'wait.closed',
  'run.finished',
  'run.failed',
  'event.emitted',
  'task.changed',
] as const;

export type OutboxKind = (typeof outboxKinds)[number];

/** What an engine has to know to write messages. */
export interface Outbox {
  /** Who hears of every event of this kind. */
  readonly subscribers: (kind: OutboxKind) => readonly string[];
  /** Who is told that something has changed in a run at the top of its tree, without saying what; default: nobody. */
  readonly followers?: (run: {
    readonly id: RunId;
    readonly workflow: Workflow;
  }) => readonly string[];
}

/** One event for one recipient. */
export interface OutboxMessage {
  /** The same at every delivery. */
  readonly id: string;
  /** Whose run it is; empty for one that belongs to nobody. */
  readonly user: string;
  readonly kind: OutboxKind;
  /** `webhook:NAME` or `mail:ADDRESS`, or whatever a follower is called. */
  readonly recipient: string;
  readonly run: RunId;
  /** Null when it is not about a wait. */
  readonly wait: WaitId | null;
  readonly data: Json;
  /** Until when the link in it may answer the wait; null: it has none. */
  readonly linkUntil: number | null;
  readonly createdAt: number;
  /** Not before this time. */
  readonly dueAt: number;
}
