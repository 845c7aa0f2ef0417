// Goal: hostile texts go through the engine and every store. Neo4j has one database for all, so its own tests do this too.
import type { Store } from '@skein/ports';
import { memoryStore, openStore } from '@skein/stores';
import { checkHostileTexts, freshMysql, freshPostgres, testServer } from '@skein/testkit';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'vitest';

interface Opened {
  readonly store: Store;
  readonly drop: () => Promise<void>;
}

const stores: readonly (readonly [string, () => Promise<Opened | string>])[] = [
  ['memory', async () => ({ store: memoryStore(), drop: async () => {} })],
  ['SQLite', onFile],
  ['PostgreSQL', () => onServer('postgres')],
  ['MariaDB', () => onServer('mysql')],
];

describe.each(stores)('hostile texts on %s', (_, open) => {
  it('I4 I9 [S18] come back as they were, are found literally, or are refused with a code', async ({
    skip,
  }) => {
    const opened = await open();
    if (typeof opened === 'string') return skip(opened);
    const { store, drop } = opened;
    try {
      await checkHostileTexts(store);
    } finally {
      await store.close();
      await drop();
    }
    return undefined;
  });
});

async function onFile(): Promise<Opened> {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-hostile-'));
  const store = await openStore(`sqlite:${path.join(folder, 'a.db')}`);
  return { store, drop: async () => rmSync(folder, { recursive: true, force: true }) };
}

async function onServer(kind: 'postgres' | 'mysql'): Promise<Opened | string> {
  const server = await testServer(kind);
  if ('missing' in server) return server.missing;
  const database = await (kind === 'postgres' ? freshPostgres : freshMysql)(server.url);
  return { store: await openStore(database.url), drop: () => database.drop() };
}
