// Hosts under test
// The same engine options on each host: in this process over a store in memory, or on a real Restate server with a worker in
// this process and PostgreSQL as its store.
import { createEngine, type Engine, type EngineOptions } from '@skein/engine';
import type { Store } from '@skein/ports';
import { admin, createRestateEngine, startWorker } from '@skein/restate';
import { memoryStore, openStore } from '@skein/stores';
import { freshPostgres } from '../servers/fresh-database.ts';
import { freshNamespace } from '../servers/fresh-namespace.ts';
import { doorsOf } from '../servers/restate-server.ts';
import { neededServer } from '../servers/test-server.ts';

export interface HostWorld {
  readonly engine: Engine;
  readonly store: Store;
  close(): Promise<void>;
}

export type HostOptions = Omit<EngineOptions, 'store' | 'durable' | 'host'>;

/** By name, how each host is opened; `replayed` suspends every handler at every step, so that Restate replays all of them. */
export const hosts = {
  embedded: embeddedWorld,
  restate: async (options: HostOptions) =>
    restateWorld(options, doorsOf(await neededServer('restate'))),
  'restate, replayed': async (options: HostOptions) =>
    restateWorld(options, doorsOf(await neededServer('replayed'))),
} as const;

export type HostName = keyof typeof hosts;

async function embeddedWorld(options: HostOptions): Promise<HostWorld> {
  const store = memoryStore();
  const engine = await createEngine({ ...options, store });
  return { engine, store, close: () => engine.close() };
}

async function restateWorld(
  options: HostOptions,
  { ingressUrl, adminUrl }: { readonly ingressUrl: string; readonly adminUrl: string },
): Promise<HostWorld> {
  const database = await freshPostgres(await neededServer('postgres'));
  const [workerStore, store] = [await openStore(database.url), await openStore(database.url)];
  const place = { ingressUrl, namespace: freshNamespace() };
  const worker = await startWorker({ ...place, engine: { ...options, store: workerStore } });
  await admin(adminUrl).register(`http://127.0.0.1:${worker.port}`);
  const engine = await createRestateEngine({ ...place, engine: { ...options, store } });
  return {
    engine,
    store,
    async close() {
      await engine.close();
      await worker.close();
      await Promise.all([store.close(), workerStore.close()]);
      await database.drop();
    },
  };
}
