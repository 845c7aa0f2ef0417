// Triggers
// What starts runs by itself: schedules, webhooks, events. The store knows when each fires next and who does it.
//
// T1. A tick is the time that `nextFireAt` names. Of several servers one claims it; when that one dies before it has
//     settled the tick, the claim ends by itself and another server claims the same tick.
// T2. So a tick may be fired twice only by a server that was taken for dead; a start with an idempotency key that names
//     trigger and tick makes even that one run.
import type { Json, PlainOr, RunId, WorkflowId } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';
import type { TriggerRecord } from '../engine-store/trigger-record.ts';
import type { Page } from '../page.ts';

export interface TriggerStore {
  /** New, or in the place of the one with this id; a claim of its tick ends. */
  put(trigger: TriggerRecord): Awaitable<void>;
  get(id: string, user: string): Awaitable<TriggerRecord | undefined>;
  /** Oldest first. */
  list(filter: TriggerFilter): Awaitable<Page<TriggerRecord>>;
  /** With its history and the messages that were seen. False when there is none. */
  delete(id: string, user: string): Awaitable<boolean>;
  /** Active ones whose time has come and whose tick nobody has, those first that have been due longest. */
  due(now: number, limit: number): Awaitable<readonly TriggerRecord[]>;
  /** When the next active one is due; null when none ever will be. */
  nextDue(): Awaitable<number | null>;
  /** True for one caller alone, and for others again when `until` has passed without a `settleTick` (T1). */
  claimTick(claim: TickClaim): Awaitable<boolean>;
  /** The tick was fired: when the next one is. False when the claim was lost meanwhile. */
  settleTick(settled: {
    readonly id: string;
    readonly user: string;
    readonly tick: number;
    readonly owner: string;
    readonly nextFireAt: number | null;
  }): Awaitable<boolean>;
}

export interface TickClaim {
  readonly id: string;
  readonly user: string;
  readonly tick: number;
  readonly owner: string;
  readonly now: number;
  readonly until: number;
}

export interface TriggerFilter {
  /** Absent: of all users, as a webhook needs that knows only the id. */
  readonly user?: string;
  readonly id?: string;
  readonly workflow?: PlainOr<WorkflowId>;
  readonly type?: string;
  readonly isActive?: boolean;
  readonly cursor?: string;
  readonly limit?: number;
}

/** What became of each time that a trigger was set off. */
export interface TriggerHistoryStore {
  /** Of each trigger the newest entries are kept, 500 unless said otherwise. */
  append(entry: TriggerHistoryEntry, options?: { readonly keep?: number }): Awaitable<void>;
  /** Newest first. */
  list(filter: {
    readonly trigger: string;
    readonly user: string;
    readonly cursor?: string;
    readonly limit?: number;
  }): Awaitable<Page<TriggerHistoryEntry>>;
}

export interface TriggerHistoryEntry {
  readonly id: string;
  readonly trigger: string;
  readonly user: string;
  readonly at: number;
  /** `started`, `filtered`, `refused`, `failed` … */
  readonly outcome: string;
  readonly run: RunId | null;
  readonly data: Json;
}

/** Ids of webhook messages that were seen, so that a message that comes again starts nothing. */
export interface DeliveryStore {
  /** True when it is new; false when this trigger has seen it. */
  add(delivery: {
    readonly trigger: string;
    readonly user: string;
    readonly message: string;
    readonly at: number;
  }): Awaitable<boolean>;
  /** Forgets one, when what it started could not be started. */
  remove(delivery: {
    readonly trigger: string;
    readonly user: string;
    readonly message: string;
  }): Awaitable<void>;
  /** Forgets those that were seen before; gives back how many. */
  prune(before: number): Awaitable<number>;
}
