import type { Json, NodeId, PlainOr, RunId, WaitId, WaitQuestion } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';
import type { Page } from '../page.ts';

export interface WaitStore {
  /** Also a wait that is closed. */
  get(wait: WaitId): Awaitable<WaitRecord | undefined>;
  /** Open waits, oldest first. */
  list(filter: WaitFilter): Awaitable<Page<WaitRecord>>;
}

export interface WaitRecord {
  readonly id: WaitId;
  readonly run: RunId;
  readonly node: NodeId;
  readonly activation: number;
  readonly question: WaitQuestion;
  /** The name of the event that is waited for, for waits of kind `event`. */
  readonly event?: string;
  /** Whose run it is. */
  readonly user?: string;
  readonly createdAt: number;
  readonly deadlineAt: number | null;
  readonly status: 'open' | 'answered' | 'expired' | 'cancelled';
  /** As normalised; only when it was answered. */
  readonly answer?: Json;
}

export interface WaitClosing {
  readonly wait: WaitId;
  readonly status: 'answered' | 'expired' | 'cancelled';
  readonly answer?: Json;
}

export interface WaitFilter {
  readonly run?: PlainOr<RunId>;
  readonly node?: NodeId;
  readonly event?: string;
  readonly user?: string;
  /** Only waits that name this person or role in their `who`. */
  readonly who?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

/** Events addressed to a run that no wait of it has taken yet. */
export interface KeptEventStore {
  keep(run: RunId, event: KeptEvent): Awaitable<void>;
  /** Oldest first. */
  list(run: RunId): Awaitable<readonly KeptEvent[]>;
}

export interface KeptEvent {
  readonly id: string;
  readonly name: string;
  readonly data?: Json;
  readonly at: number;
}
