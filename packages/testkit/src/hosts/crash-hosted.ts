import { admin } from '@skein/restate';
import { openStore } from '@skein/stores';
import type { CrashStore } from '../crash/crash-stores.ts';
import { freshNamespace } from '../servers/fresh-namespace.ts';
import { freshPostgres } from '../servers/fresh-database.ts';
import type { RestateDoors } from '../servers/restate-server.ts';
import { freePort } from '../servers/server-process.ts';
import { CrashWorker, type HostedField } from './crash-worker.ts';

/** A call in flight that waits for another worker waits in vain: there is none. */
const closeMaxMs = 500;

/** Runs on Restate, and workers that die one after the other on one port. */
export async function crashHosted(
  postgres: string,
  { ingressUrl, adminUrl }: RestateDoors,
): Promise<CrashStore> {
  const database = await freshPostgres(postgres);
  const store = await openStore(database.url);
  const place = { ingressUrl, namespace: freshNamespace(), port: await freePort(), closeMaxMs };
  let registered: Promise<string> | null = null;
  const field: HostedField = {
    store,
    place,
    register: () => (registered ??= admin(adminUrl).register(`http://127.0.0.1:${place.port}`)),
    plays: new Map(),
  };
  return {
    urlFor: () => database.url,
    durable: {},
    openHost: () => new CrashWorker(field),
    async drop() {
      await store.close();
      await database.drop();
    },
  };
}
