import type { Json } from '@skein/kernel';
import type { Awaitable } from './awaitable.ts';
import type { EngineStore } from './engine-store/engine-store.ts';
import type { ServerRecords } from './server-records/server-records.ts';
import type { StoreCheck } from './store-check.ts';

/** A store as it is opened by its address: for an engine and for a server. */
export interface Store extends EngineStore, ServerRecords {
  /** Whether what it keeps outlives the process. */
  readonly isDurable: boolean;
  /** Whether several processes may work on it at once. Each of them then has to look for what others ask of its runs. */
  readonly isShared: boolean;
  /**
   * A workflow that someone drew in the database itself, as a definition of the dialect session-graph: by name, or what
   * can be reached from a step (default `root`). Only stores that are graphs have it. Undefined: there is none.
   */
  readDrawn?(drawn: {
    readonly workflow?: string;
    readonly start?: string;
  }): Awaitable<Json | undefined>;
  /** How it is with the database: for `skein doctor`. Says what is wrong instead of throwing. */
  check(): Awaitable<StoreCheck>;
  close(): Awaitable<void>;
}
