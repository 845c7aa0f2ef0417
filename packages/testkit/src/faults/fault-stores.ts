// Stores for runs with faults: memory, a fresh SQLite file for each run, or one database of a PostgreSQL server for all.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DurableOptions } from '@skein/engine';
import { memoryStore, openStore } from '@skein/stores';
import { freshPostgres } from '../servers/fresh-database.ts';
import type { FaultyPlays } from './play-faults.ts';

export interface FaultStore extends Pick<FaultyPlays, 'open' | 'durable'> {
  readonly drop: () => Promise<void>;
}

/** Waiting runs leave memory at once, and the lease of a dead process expires soon. */
const shared: DurableOptions = { residentMax: 0, sharing: { pollMs: 50, leaseMs: 600 } };

export function faultyMemory(): FaultStore {
  const open = async () => ({ store: memoryStore(), close: async () => {} });
  return { open, durable: shared, drop: async () => {} };
}

export function faultyFiles(): FaultStore {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-faults-'));
  let files = 0;
  return {
    async open() {
      files += 1;
      const store = await openStore(`sqlite:${path.join(folder, `${files}.db`)}`);
      return { store, close: async () => store.close() };
    },
    durable: shared,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

export async function faultyPostgres(server: string): Promise<FaultStore> {
  const database = await freshPostgres(server);
  const store = await openStore(database.url);
  return {
    open: async () => ({ store, close: async () => {} }),
    durable: shared,
    async drop() {
      await store.close();
      await database.drop();
    },
  };
}
