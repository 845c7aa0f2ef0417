import type { DurableOptions } from '@skein/engine';
import type { Store } from '@skein/ports';
import type { CreateEngineOptions } from '../config/engine-options.ts';

export interface ComposedStore {
  readonly store: Store;
  readonly durable?: DurableOptions | undefined;
  /** Closes the store when it was opened here. */
  readonly close: () => Promise<void>;
}

/** How often a process polls for requests of others on the same database about its runs. */
const sharingPollMs = 250;

export async function composeStore(options: CreateEngineOptions): Promise<ComposedStore> {
  const { store: given = 'memory', durable } = options;
  if (typeof given !== 'string') {
    return { store: given, durable, close: async () => {} };
  }
  const { openStore } = await import('@skein/stores');
  const store = await openStore(given);
  const close = async () => store.close();
  if (given === 'memory') return { store, durable, close };
  // A SQLite file has one process at a time, so nobody else can ask for anything.
  const isShared = !given.toLowerCase().startsWith('sqlite:');
  const sharing = isShared ? { sharing: { pollMs: sharingPollMs } } : {};
  return { store, durable: { ...sharing, ...durable }, close };
}
