// Fixtures of this release: `npm run fixtures [FOLDER]`
// Writes a database of each kind as the current version of Skein leaves it, with ended runs and waiting runs, for the
// tests of all later versions (packages/stores/test/fixtures/README.md). Starts private servers, as the tests do.
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { openStore } from '../packages/stores/src/index.ts';
import { fillFixture } from '../packages/stores/test/fixtures/fixture-content.ts';
import { hashMigrations } from '../packages/stores/test/fixtures/hash-migrations.ts';
import { clearGraph, dumpGraph, withNeo4j } from '../packages/stores/test/fixtures/neo4j-graph.ts';
import { freshMysql, freshPostgres } from '../packages/testkit/src/servers/fresh-database.ts';
import { startMariadb } from '../packages/testkit/src/servers/mariadb-server.ts';
import { startNeo4j } from '../packages/testkit/src/servers/neo4j-server.ts';
import { startPostgres } from '../packages/testkit/src/servers/postgres-server.ts';
import type { TestServer } from '../packages/testkit/src/servers/server-process.ts';

const root = path.dirname(import.meta.dirname);
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};
const folder = process.argv[2] ?? path.join(root, 'packages/stores/test/fixtures', version);
mkdirSync(folder, { recursive: true });

await makeSqlite();
// From now on no migration of this release may change.
const hashes = `${JSON.stringify(hashMigrations(), null, 2)}\n`;
writeFileSync(path.join(root, 'packages/stores/test/fixtures/migrations.json'), hashes);

await withServer(startPostgres, makePostgres);
await withServer(startMariadb, makeMysql);
await withServer(startNeo4j, makeNeo4j);

async function makeSqlite(): Promise<void> {
  const work = mkdtempSync(path.join(tmpdir(), 'skein-fixture-'));
  const file = path.join(work, 'skein.db');
  await fill(`sqlite:${file}`);
  write('sqlite.db.gz', readFileSync(file));
  rmSync(work, { recursive: true });
}

async function makePostgres(server: string): Promise<void> {
  const database = await freshPostgres(server);
  const { url } = database;
  await fill(url);
  const dump = globSync('/usr/lib/postgresql/*/bin/pg_dump').toSorted().at(-1) ?? 'pg_dump';
  const text = run(dump, ['--inserts', '--no-owner', '--no-privileges', url]);
  // Commands of psql itself, which a driver does not know.
  write('postgres.sql.gz', text.replaceAll(/^\\.*\n/gm, ''));
  await database.drop();
}

async function makeMysql(server: string): Promise<void> {
  const database = await freshMysql(server);
  const { url } = database;
  await fill(url);
  const { hostname, port, username, pathname } = new URL(url);
  const place = [`--host=${hostname}`, `--port=${port}`, `--user=${username}`, pathname.slice(1)];
  const given = ['--no-defaults', '--skip-comments', '--skip-lock-tables', '--skip-add-locks'];
  write('mysql.sql.gz', run('mariadb-dump', [...given, '--skip-disable-keys', ...place]));
  await database.drop();
}

async function makeNeo4j(url: string): Promise<void> {
  await withNeo4j(url, clearGraph);
  await fill(url);
  write('neo4j.json.gz', JSON.stringify(await withNeo4j(url, dumpGraph), null, 1));
}

async function fill(url: string): Promise<void> {
  const store = await openStore(url);
  await fillFixture(store);
  await store.close();
}

async function withServer(
  start: () => Promise<TestServer>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const server = await start();
  try {
    await work(server.url);
  } finally {
    await server.stop();
  }
}

function run(program: string, given: readonly string[]): string {
  return execFileSync(program, given, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

function write(name: string, content: string | Buffer): void {
  const packed = gzipSync(content, { level: 9 });
  writeFileSync(path.join(folder, name), packed);
  process.stdout.write(`${name}: ${packed.length} bytes\n`);
}
