import type { Json, WaitQuestion } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';
import type { Page } from '../page.ts';

export interface WaitStore {
  /** Also a wait that is closed. */
  get(wait: string): Awaitable<WaitRecord | undefined>;
  /** Open waits, oldest first. */
  list(filter: WaitFilter): Awaitable<Page<WaitRecord>>;
}

export interface WaitRecord {
  readonly id: string;
  readonly run: string;
  readonly node: string;
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
  readonly wait: string;
  readonly status: 'answered' | 'expired' | 'cancelled';
  readonly answer?: Json;
}

export interface WaitFilter {
  readonly run?: string;
  readonly node?: string;
  readonly event?: string;
  readonly user?: string;
  /** Only waits that name this person or role in their `who`. */
  readonly who?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

/** Events addressed to a run that no wait of it has taken yet. */
export interface KeptEventStore {
  keep(run: string, event: KeptEvent): Awaitable<void>;
  /** Oldest first. */
  list(run: string): Awaitable<readonly KeptEvent[]>;
}

export interface KeptEvent {
  readonly id: string;
  readonly name: string;
  readonly data?: Json;
  readonly at: number;
}
