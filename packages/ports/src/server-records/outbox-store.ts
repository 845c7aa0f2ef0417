// Delivering the outbox
// O1. A message is claimed by one server at a time. When that one dies before it has settled the message, the claim expires and
//     another server delivers it, under the same id: at least once.
// O2. Messages of one run have an order: that in which they were written.
// O3. Settled messages are kept for a while, for those who ask what was sent. A dead one can be sent again.
import type { Awaitable } from '../awaitable.ts';
import type { OutboxMessage } from '../engine-store/outbox-message.ts';
import type { Page } from '../page.ts';

export const outboxStatuses = ['pending', 'delivered', 'dropped', 'dead'] as const;

/** `dropped`: nobody needs it any more, like the reminder of a wait that was answered. `dead`: every try has failed. */
export type OutboxStatus = (typeof outboxStatuses)[number];

export interface OutboxRecord extends Omit<OutboxMessage, 'dueAt'> {
  readonly status: OutboxStatus;
  /** How often it was tried. */
  readonly attempts: number;
  /** When it is tried next; null when it is settled. */
  readonly dueAt: number | null;
  /** Why the last try failed; null when none did. */
  readonly error: string | null;
  /** The name of the destination that it was last tried at; null: it was not tried, or its destination was unknown. */
  readonly destination: string | null;
  readonly updatedAt: number;
}

export interface OutboxStore {
  /** One that no append has written. False when there is one with this id: then nothing is changed. */
  add(message: OutboxMessage): Awaitable<boolean>;
  get(id: string, user: string): Awaitable<OutboxRecord | undefined>;
  /** Newest first. */
  list(filter: OutboxFilter): Awaitable<Page<OutboxRecord>>;
  /** Those whose time has come and that nobody has claimed; those first that have been due longest. */
  due(now: number, limit: number): Awaitable<readonly OutboxRecord[]>;
  /** Those of a run that are neither delivered nor given up, oldest first. */
  pendingOf(run: string, user: string): Awaitable<readonly OutboxRecord[]>;
  /** When the next one is due; null when none will be. */
  nextDue(): Awaitable<number | null>;
  /** True for one caller alone, and for others again when `until` has passed (O1). */
  claim(claim: {
    readonly id: string;
    readonly user: string;
    readonly owner: string;
    readonly now: number;
    readonly until: number;
  }): Awaitable<boolean>;
  /** What came of a try. False when the claim was lost meanwhile. */
  settle(
    settled: Pick<
      OutboxRecord,
      'id' | 'user' | 'status' | 'attempts' | 'dueAt' | 'error' | 'destination'
    > & {
      readonly owner: string;
      readonly now: number;
    },
  ): Awaitable<boolean>;
  /** Sends a settled one again, from the first try on. False when there is none, or it is still pending. */
  replay(id: string, user: string, now: number): Awaitable<boolean>;
  /** Deletes those with this status that were settled before; gives back how many. */
  prune(status: Exclude<OutboxStatus, 'pending'>, before: number): Awaitable<number>;
}

export interface OutboxFilter {
  /** Absent: of all users. */
  readonly user?: string;
  readonly status?: OutboxStatus;
  readonly run?: string;
  readonly destination?: string;
  readonly cursor?: string;
  readonly limit?: number;
}
