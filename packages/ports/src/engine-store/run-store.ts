import type {
  Json,
  NodeId,
  PlainOr,
  RunEvent,
  RunId,
  VersionId,
  WaitId,
  WorkflowId,
} from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { OutboxMessage } from './outbox-message.ts';
import type { ProjectionChange } from './table-store.ts';
import type { Page } from '../page.ts';
import type { WaitClosing, WaitRecord } from './wait-store.ts';

export interface RunStore {
  /**
   * Adds events after `expectedSeq`; the first append of a run has `expectedSeq` 0 and `changes.created`. With an
   * `epoch`, only as long as the run has that one.
   */
  append(
    run: RunId,
    expectedSeq: number,
    events: readonly RunEvent[],
    changes?: RunChanges,
    epoch?: number,
  ): void | Promise<void>;
  /** Everything that a host needs to continue a run: its record, the newest snapshot, and the events after it. */
  load(run: RunId): Awaitable<StoredRun | undefined>;
  get(run: RunId): Awaitable<RunRecord | undefined>;
  /** At most `limit` rows after `afterSeq` (default 0), in order; undefined when there is no such run. */
  journal(
    run: RunId,
    afterSeq?: number,
    limit?: number,
  ): Awaitable<readonly RunEvent[] | undefined>;
  /** Single rows, in the order of their numbers; those that do not exist are left out. */
  rows(run: RunId, seqs: readonly number[]): Awaitable<readonly RunEvent[]>;
  /** How many runs the tree has, its root and those that have ended included; 0 when there is no such root. */
  countTree(root: RunId): Awaitable<number>;
  /** Oldest first unless the filter says otherwise. */
  list(filter: RunFilter): Awaitable<Page<RunRecord>>;
  /**
   * Deletes the run and the runs below it, with everything that belongs to them. RUN_UNFINISHED when one of them has not
   * ended. False when there is no such run.
   */
  delete(run: RunId): Awaitable<boolean>;
  /** Deletes trees of runs whose root ended before, oldest first, at most `limit` of them; gives back their roots. */
  prune(options: {
    readonly endedBefore: number;
    readonly limit: number;
  }): Awaitable<readonly RunId[]>;
}

export type RunStatus =
  | 'running'
  | 'waiting'
  | 'completed'
  | 'failed'
  | 'stopped'
  | 'cancelled'
  | 'stalled';

/** Where a run came from; never changes, except for the version of its workflow when it is moved to another. */
export interface RunOrigin {
  readonly workflow: { readonly id: WorkflowId; readonly version: VersionId };
  /** The name of the workflow as people see it; text search looks there too. */
  readonly name?: string;
  /** Whose run it is. */
  readonly user?: string;
  /** The node to start at, when the caller named one. */
  readonly start?: NodeId;
  readonly parent?: { readonly run: RunId; readonly path: string };
  /** The run at the top of the tree; absent when that is the run itself. */
  readonly root?: RunId;
  /** How many runs are above it. */
  readonly depth: number;
}

/** What the first append of a run says about it. */
export interface RunCreation extends RunOrigin {
  /** A second start of the same user with this key is refused with START_REPEATED, which names the first run. */
  readonly idempotencyKey?: string;
  /**
   * Until the run begins (`RunChanges.begun`), a second start of the same user with this key is refused with START_PENDING, which names
   * this run.
   */
  readonly debounceKey?: string;
  /** The server that drives it from the start, with epoch 1. Absent: nobody owns it, and its epoch is 0. */
  readonly owner?: string;
}

export interface RunRecord extends RunOrigin {
  readonly id: RunId;
  readonly status: RunStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly seq: number;
  /** Since when nobody revives it, because processes died while they drove it. */
  readonly quarantinedAt?: number | undefined;
}

/** Index entries that change with an append; absent when it changes none. */
export interface RunChanges {
  readonly created?: RunCreation;
  readonly status?: RunStatus;
  /** The run has begun, or has ended before: no start joins it any more. */
  readonly begun?: true;
  /** Idempotency keys of starts that have joined the run, with their rows: START_REPEATED names the run for them too. */
  readonly joined?: readonly JoinedStart[];
  /** The run goes on in another version of its workflow. */
  readonly version?: VersionId;
  /** A run that had ended goes on, with the status that these changes name; these of its waits are open again. */
  readonly reopened?: readonly WaitId[];
  readonly opened?: readonly WaitRecord[];
  readonly closed?: readonly WaitClosing[];
  /** Kept events that this append has used up, by id. */
  readonly taken?: readonly string[];
  /** The state after this append or an earlier one; replaces the snapshot before. */
  readonly snapshot?: Snapshot;
  /** The earliest timer or deadline; null when there is none. */
  readonly wakeAt?: number | null;
  /** Nobody owns the run any more: it lives in the store only, until someone claims it. */
  readonly release?: true;
  /** Adds to the counter of the root run. */
  readonly spent?: {
    readonly root: RunId;
    readonly tokens: number;
    readonly usd: number;
    readonly bytes?: number;
    /** Adds the bytes to the counter of this user too (`userCounter`). */
    readonly user?: string;
  };
  readonly projections?: readonly ProjectionChange[];
  /** What others are told. A store that keeps no `ServerRecords` ignores it. */
  readonly outbox?: readonly OutboxMessage[];
  /** What the audit log says about these events. A store that keeps no `ServerRecords` ignores it. */
  readonly audit?: readonly AuditEntry[];
  /** What is known of a run whose process died: it is tried alone, it was cleared, or it is set aside since then. */
  readonly suspicion?: 'tried' | 'cleared' | { readonly quarantinedAt: number };
}

export interface JoinedStart {
  /** The user of the run. */
  readonly user?: string | undefined;
  readonly key: string;
  readonly seq: number;
}

export interface Snapshot {
  readonly seq: number;
  readonly state: Json;
}

export interface StoredRun {
  readonly record: RunRecord;
  /** The state after the event `seq`, as `dumpState` wrote it; `events` then holds what came later. */
  readonly snapshot?: Snapshot;
  readonly events: readonly RunEvent[];
  /** The server that drives it, as the store knows. */
  readonly owner?: string;
  readonly epoch: number;
  /** How many processes died, one after another, while they drove it and before it wrote anything new (Leases L3). */
  readonly deaths: number;
  /** The last of them drove it alone. */
  readonly isTried: boolean;
}

export interface RunFilter {
  readonly user?: string;
  readonly status?: RunStatus;
  /** Only runs that have not ended. */
  readonly isUnfinished?: boolean;
  /** Only runs that nobody revives. */
  readonly isQuarantined?: boolean;
  readonly workflow?: PlainOr<WorkflowId>;
  readonly parent?: PlainOr<RunId>;
  /** Only runs that began at this time or later, and before that one. */
  readonly createdFrom?: number;
  readonly createdBefore?: number;
  /** Only runs that this server owns. */
  readonly owner?: string;
  /** Literal text anywhere in the ids of run and workflow, or in its name; letter case never matters. */
  readonly q?: string;
  readonly order?: 'oldest' | 'newest';
  readonly cursor?: string;
  readonly limit?: number;
}
