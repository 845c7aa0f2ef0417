import { openStore } from '@skein/stores';
import { startLedger } from '../ledger/ledger.ts';
import { freshPostgres } from '../servers/fresh-database.ts';
import { shareRuns, type ShareResult } from './share-runs.ts';

/** How long the lease of a process lasts there. */
export const sharedLeaseMs = 2000;

/** Three processes share 300 runs in a database of their own on this server. */
export async function shareOnPostgres(server: string): Promise<ShareResult> {
  const database = await freshPostgres(server);
  const [store, ledger] = [await openStore(database.url), await startLedger()];
  try {
    return await shareRuns({
      url: database.url,
      store,
      ledger,
      processes: 3,
      runs: 300,
      leaseMs: sharedLeaseMs,
      stepMs: 250,
    });
  } finally {
    await ledger.close();
    await store.close();
    await database.drop();
  }
}
