import type { DurableOptions } from '@skein/engine';
import type { EngineStore, Store } from '@skein/ports';
import type { CreateEngineOptions } from '../config/engine-options.ts';

export interface ComposedStore<S extends EngineStore> {
  readonly store: S | Store;
  readonly durable?: DurableOptions | undefined;
  /** Closes the store when it was opened here. */
  readonly close: () => Promise<void>;
}

interface StoreOptions<S extends EngineStore> extends Pick<CreateEngineOptions, 'durable'> {
  readonly store?: string | S | undefined;
}

/** How often a process polls for requests of others on the same database about its runs. */
const sharingPollMs = 250;

export async function composeStore<S extends EngineStore>({
  store: given = 'memory',
  durable,
}: StoreOptions<S>): Promise<ComposedStore<S>> {
  if (typeof given !== 'string') {
    return { store: given, durable, close: async () => {} };
  }
  const { openStore } = await import('@skein/stores');
  const store = await openStore(given);
  const close = async () => store.close();
  if (!store.isDurable) return { store, durable, close };
  // If only one process at a time can use a store, no other one can send requests about its runs.
  const sharing = store.isShared ? { sharing: { pollMs: sharingPollMs } } : {};
  return { store, durable: { ...sharing, ...durable }, close };
}
