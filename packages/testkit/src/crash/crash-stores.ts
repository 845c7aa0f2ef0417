// Stores for crash tests: a fresh SQLite file for each scenario, or one database of a PostgreSQL server for each lane.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LaneOptions } from './crash-lane.ts';
import { freshPostgres } from '../servers/fresh-database.ts';

export interface CrashStore extends Omit<LaneOptions, 'ledger'> {
  drop(): Promise<void>;
}

export function crashFiles(): CrashStore {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-crash-'));
  return {
    urlFor: (scenario) => `sqlite:${path.join(folder, scenario)}.db`,
    // Waiting runs leave memory at once, and so must be found again.
    durable: { residentMax: 0 },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

export async function crashDatabase(server: string): Promise<CrashStore> {
  const database = await freshPostgres(server);
  return {
    urlFor: () => database.url,
    // The lease of a dead process must expire before the next one may continue; ten seconds each would be hours. With a shorter
    // lease, a process that merely waits for CPU time on a busy machine would lose its runs.
    durable: { residentMax: 0, sharing: { pollMs: 50, leaseMs: 2000 } },
    drop: () => database.drop(),
  };
}
