import type { Awaitable } from './awaitable.ts';
import type { EngineStore } from './engine-store/engine-store.ts';
import type { RememberedStore } from './engine-store/remembered-store.ts';
import type { ServerRecords } from './server-records/server-records.ts';
import type { StoreCheck } from './store-check.ts';

/** A store as it is opened by its address: for an engine and for a server. */
export interface Store extends EngineStore, ServerRecords {
  readonly remembered: RememberedStore;
  /** Whether what it keeps outlives the process. */
  readonly isDurable: boolean;
  /** Whether several processes may work on it at once. Each of them then has to look for what others ask of its runs. */
  readonly isShared: boolean;
  /** How it is with the database: for `skein doctor`. Says what is wrong instead of throwing. */
  check(): Awaitable<StoreCheck>;
  close(): Awaitable<void>;
}
