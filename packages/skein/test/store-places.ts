// The databases that several processes of the command line are tried on, one after another.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freshMysql, freshPostgres, testServer } from '@skein/testkit';

export interface StorePlace {
  readonly url: string;
  /** The number that a query counts as `n`. */
  readonly count: (query: string) => Promise<number>;
  readonly drop: () => Promise<void>;
}

export const storePlaces: readonly {
  readonly name: string;
  readonly open: () => Promise<StorePlace | { readonly missing: string }>;
}[] = [
  { name: 'SQLite', open: async () => inFile() },
  { name: 'PostgreSQL', open: () => onServer('postgres') },
  { name: 'MariaDB', open: () => onServer('mysql') },
];

function inFile(): StorePlace {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-place-'));
  const file = path.join(folder, 'skein.db');
  return {
    url: `sqlite:${file}`,
    async count(query) {
      const raw = new DatabaseSync(file, { readOnly: true });
      const found = Number(raw.prepare(query).get()?.['n']);
      raw.close();
      return found;
    },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function onServer(
  kind: 'postgres' | 'mysql',
): Promise<StorePlace | { readonly missing: string }> {
  const server = await testServer(kind);
  if ('missing' in server) return server;
  const fresh = kind === 'postgres' ? freshPostgres : freshMysql;
  const database = await fresh(server.url);
  return {
    url: database.url,
    count: async (query) => Number((await database.run(query))[0]?.['n']),
    drop: () => database.drop(),
  };
}
