// A test file's database on a shared server: created once, emptied before each test, dropped at the end.
import { randomBytes } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import { driver } from 'neo4j-driver';
import { Client } from 'pg';

export interface FreshDatabase {
  readonly url: string;
  /** Any statements, bypassing the store; returns the rows of the last one. */
  run(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Deletes every row; the tables stay. */
  empty(): Promise<void>;
  drop(): Promise<void>;
}

export async function freshPostgres(server: string): Promise<FreshDatabase> {
  const name = databaseName();
  const ask = async (url: string, text: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text)).rows as readonly Readonly<Record<string, unknown>>[];
    } finally {
      await client.end();
    }
  };
  await ask(server, `create database ${name}`);
  const url = withDatabase(server, name);
  return {
    url,
    run: (sql) => ask(url, sql),
    async empty() {
      const tables = await ask(
        url,
        "select tablename as name from pg_tables where schemaname = 'public'",
      );
      const names = tables
        .map(({ name: table }) => `"${String(table)}"`)
        .filter((table) => table !== '"skein_meta"');
      if (names.length > 0) await ask(url, `truncate ${names.join(', ')}`);
    },
    async drop() {
      await ask(server, `drop database ${name} with (force)`);
    },
  };
}

export async function freshMysql(server: string): Promise<FreshDatabase> {
  const name = databaseName();
  const ask = async (url: string, text: string) => {
    const connection = await createConnection({
      uri: url,
      multipleStatements: true,
      // Times are stored in UTC.
      timezone: 'Z',
      disableEval: true,
    });
    try {
      const [rows] = await connection.query(text);
      return rows as readonly Readonly<Record<string, unknown>>[];
    } finally {
      await connection.end();
    }
  };
  await ask(server, `create database ${name}`);
  const url = withDatabase(server, name);
  return {
    url,
    run: (sql) => ask(url, sql),
    async empty() {
      const sql = `select table_name as name from information_schema.tables where table_schema = '${name}'`;
      const tables = (await ask(server, sql)).map((row) => String(row['name']));
      const others = tables.filter(
        (table) => table !== 'skein_meta' && table !== 'skein_blob_uses',
      );
      // Uses refer to blobs, so they are deleted first.
      const all = tables.includes('skein_blob_uses') ? ['skein_blob_uses', ...others] : others;
      if (all.length > 0) await ask(url, all.map((table) => `delete from \`${table}\``).join('; '));
    },
    async drop() {
      await ask(server, `drop database ${name}`);
    },
  };
}

/** The community edition has one database, so one test file at a time uses it. */
export async function emptyNeo4j(server: string): Promise<void> {
  await askNeo4j(server, 'match (n) where not n:SkeinMeta detach delete n');
}

/** The rows that a query gives. */
export async function askNeo4j(
  server: string,
  query: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = driver(server, undefined, { disableLosslessIntegers: true });
  try {
    return (await client.executeQuery(query)).records.map((record) => record.toObject());
  } finally {
    await client.close();
  }
}

function databaseName(): string {
  return `skein_${randomBytes(6).toString('hex')}`;
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}
