// The store port
// Where journals, definitions and waits live. Small, and the same for every store; what must be found without reading a
// journal (status, open waits) is an index that the engine sends along with the append that changes it.
//
// S1. An append is all or nothing: its events and its changes are committed together, or none of them.
// S2. An append whose `expectedSeq` is not the journal's length is refused with STORE_CONFLICT, except when the journal
//     holds exactly these events there already: then it was written before and the caller did not hear of it.
// S3. What was appended or saved is never changed; a store keeps values as they are, in key order too.
// S4. A method that gives back no promise has already done its work.
import type { Json, RunEvent, WaitQuestion } from '@skein/kernel';
import type { Awaitable } from './awaitable.ts';

export interface Store {
  readonly runs: RunStore;
  readonly definitions: DefinitionStore;
  readonly waits: WaitStore;
  readonly keptEvents: KeptEventStore;
  close(): Awaitable<void>;
}

export interface RunStore {
  /** Adds events behind `expectedSeq`; the first append of a run has `expectedSeq` 0 and `changes.created`. */
  append(
    run: string,
    expectedSeq: number,
    events: readonly RunEvent[],
    changes?: RunChanges,
  ): void | Promise<void>;
  /** Everything that a host needs to go on with a run. */
  load(run: string): Awaitable<StoredRun | undefined>;
  get(run: string): Awaitable<RunRecord | undefined>;
  /** The rows behind `afterSeq` (default 0), in order; undefined when there is no such run. */
  journal(run: string, afterSeq?: number): Awaitable<readonly RunEvent[] | undefined>;
  /** Oldest first. */
  list(filter: RunFilter): Awaitable<Page<RunRecord>>;
}

export type RunStatus =
  | 'running'
  | 'waiting'
  | 'completed'
  | 'failed'
  | 'stopped'
  | 'cancelled'
  | 'stalled';

/** Where a run came from; never changes. */
export interface RunOrigin {
  readonly workflow: { readonly id: string; readonly version: string };
  /** The node to start at, when the caller named one. */
  readonly start?: string;
  readonly parent?: { readonly run: string; readonly path: string };
  /** The run at the top of the tree; absent when that is the run itself. */
  readonly root?: string;
  /** How many runs are above it. */
  readonly depth: number;
}

export interface RunRecord extends RunOrigin {
  readonly id: string;
  readonly status: RunStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly seq: number;
}

/** Index entries that change with an append; absent when it changes none. */
export interface RunChanges {
  readonly created?: RunOrigin;
  readonly status?: RunStatus;
  readonly opened?: readonly WaitRecord[];
  readonly closed?: readonly WaitClosing[];
  /** Kept events that this append has used up, by id. */
  readonly taken?: readonly string[];
}

export interface StoredRun {
  readonly record: RunRecord;
  /** The state after the event `seq`, as `dumpState` wrote it; `events` then holds what came later. */
  readonly snapshot?: { readonly seq: number; readonly state: Json };
  readonly events: readonly RunEvent[];
}

export interface RunFilter {
  readonly status?: RunStatus;
  /** Only runs that have not ended. */
  readonly isUnfinished?: boolean;
  readonly workflow?: string;
  readonly parent?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

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
  readonly cursor?: string;
  readonly limit?: number;
}

/** Versions of workflows. Immutable: the same id and version always name the same definition. */
export interface DefinitionStore {
  save(definition: DefinitionRecord): Awaitable<void>;
  /** The newest version, unless one is named. */
  get(id: string, version?: string): Awaitable<DefinitionRecord | undefined>;
  /** The newest version of each workflow, in the order of the first save. */
  list(filter: {
    readonly cursor?: string;
    readonly limit?: number;
  }): Awaitable<Page<DefinitionRecord>>;
  /** All versions of one workflow, oldest first. */
  versions(id: string): Awaitable<readonly DefinitionRecord[]>;
}

export interface DefinitionRecord {
  readonly id: string;
  readonly version: string;
  /** As it was written. */
  readonly definition: Json;
  /** The dialect that it is read in, detected or named when it was saved. */
  readonly dialect: string;
  readonly savedAt: number;
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
