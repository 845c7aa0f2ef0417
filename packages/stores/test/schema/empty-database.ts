// An empty database of each relational kind, with direct queries that bypass the store.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freshMysql, freshPostgres, testServer } from '@skein/testkit';
import type { Flavour } from '../../src/relational/flavour.ts';

type Row = Readonly<Record<string, unknown>>;

export interface EmptyDatabase {
  readonly kind: Flavour['kind'];
  readonly url: string;
  /** Any statements; the rows of the last one. */
  run(sql: string): Promise<readonly Row[]>;
  drop(): Promise<void>;
}

/** Whether there is a server of that kind, or why not. */
export async function findServer(kind: Flavour['kind']): Promise<{ readonly missing?: string }> {
  if (kind === 'sqlite') return {};
  const server = await testServer(kind);
  return 'missing' in server ? server : {};
}

export async function emptyDatabase(kind: Flavour['kind']): Promise<EmptyDatabase> {
  if (kind === 'sqlite') return emptyFile();
  const server = await testServer(kind);
  if ('missing' in server) throw new Error(server.missing);
  const fresh = kind === 'postgres' ? freshPostgres : freshMysql;
  return { kind, ...(await fresh(server.url)) };
}

function emptyFile(): EmptyDatabase {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-schema-'));
  const file = path.join(folder, 'a.db');
  return {
    kind: 'sqlite',
    url: `sqlite:${file}`,
    async run(sql) {
      const database = new DatabaseSync(file);
      try {
        // Several statements at once give no rows.
        if (!/^select\b/i.test(sql)) {
          database.exec(sql);
          return [];
        }
        return database.prepare(sql).all();
      } finally {
        database.close();
      }
    },
    async drop() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
