// Goal: whoever dies in the middle of a migration of the tables leaves a database that the next start finishes, with what was in
// it. Method: the migration is run on real databases up to its n-th statement, and the connection is dropped there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runId, versionId, workflowId, type RunEvent } from '@skein/kernel';
import { openStore } from '@skein/stores';
import { freshMysql, freshPostgres, testServer } from '@skein/testkit';
import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Flavour } from '../src/relational/flavour.ts';
import { migrate } from '../src/relational/migrate.ts';
import type { Query, Row } from '../src/relational/script.ts';
import { mysqlFlavour } from '../src/mysql/mysql-flavour.ts';
import { postgresFlavour, toDollars } from '../src/postgres/postgres-flavour.ts';
import { sqliteFlavour } from '../src/sqlite/sqlite-flavour.ts';
import { loadFixture } from './fixtures/load-fixture.ts';
import { emptyDatabase, findServer } from './schema/empty-database.ts';

/** A connection that dies with the test, and not before it is told to. */
interface Raw {
  readonly flavour: Flavour;
  perform(query: Query): Promise<readonly Row[]>;
  drop(): Promise<void>;
}

const started = {
  type: 'run.started',
  seq: 1,
  at: 1,
  id: 'e1',
  run: 'kept',
} as unknown as RunEvent;

/** Back to an older version of the tables; what later versions added is taken away. */
const olderTables: { readonly [version: string]: readonly string[] } = {
  '3': ['update skein_workflow_heads set is_deleted = 0'],
  '2': ['drop index skein_runs_is_open_owner_wake_at_user_id'],
  '1': [
    'drop index skein_runs_is_open_owner_wake_at_user_id',
    'alter table skein_workflow_heads drop column is_active',
    'alter table skein_workflow_heads drop column revision',
    'drop table skein_api_keys',
    'drop table skein_secrets',
  ],
};

function cutMigrations(place: () => { readonly url: string; connect(): Promise<Raw> }): void {
  const older = async (version: string, onTable: string) => {
    const raw = await place().connect();
    for (const sql of olderTables[version] ?? []) {
      const text = sql.startsWith('drop index') ? `${sql}${onTable}` : sql;
      await raw.perform({ sql: text, parameters: [] });
    }
    const sql = "update skein_meta set value = ? where name = 'schema'";
    await raw.perform({ sql, parameters: [version] });
    await raw.drop();
  };

  // There are too many statements from the first version on to stop at each of them on every server.
  it.each([
    ['3', 7],
    ['2', 11],
    ['1', 19],
  ])(
    '[S23] from version %s, cut off after any statement, are finished at the next start',
    async (version, stride) => {
      const onTable = place().url.startsWith('mysql') ? ' on skein_runs' : '';
      let isWhole = false;
      for (let statements = 1; !isWhole; statements += stride) {
        await older(version, onTable);
        isWhole = await migrateUpTo(await place().connect(), statements);
        const store = await openStore(place().url);
        expect(await store.check()).toMatchObject({ isHealthy: true });
        expect(await store.runs.journal(runId('kept'))).toEqual([started]);
        expect(await store.leases.claimDue('next', 0, 1)).toEqual([]);
        expect((await store.keys.list({})).items).toEqual([]);
        const { items } = await store.definitions.list({});
        expect(items.map(({ id }) => id)).toEqual(['w', 'w#own']);
        expect(await store.definitions.get(workflowId('w#inner'), versionId('v'))).toMatchObject({
          id: 'w#inner',
        });
        await store.close();
      }
    },
  );
}

/** Whether it came to its end. */
async function migrateUpTo(raw: Raw, statements: number): Promise<boolean> {
  const { flavour } = raw;
  const script = migrate(flavour, 'here');
  if (flavour.kind !== 'mysql') await raw.perform({ sql: 'begin', parameters: [] });
  let step = script.next();
  for (let done = 0; done < statements && step.done !== true; done++) {
    step = script.next(await raw.perform(step.value));
  }
  await raw.drop();
  return step.done === true;
}

async function prepare(url: string): Promise<void> {
  const store = await openStore(url);
  // Each workflow with a run; the one of `w#inner` is below another one.
  for (const { run, id, parent } of [
    { run: runId('kept'), id: 'w' },
    { run: runId('own'), id: 'w#own' },
    { run: runId('below'), id: 'w#inner', parent: { run: runId('kept'), path: 'n/1/0' } },
  ]) {
    const record = {
      id: workflowId(id),
      version: versionId('v'),
      definition: {},
      dialect: 'native',
      savedAt: 1,
    };
    await store.definitions.save(record);
    const under = parent === undefined ? { depth: 0 } : { depth: 1, parent, root: parent.run };
    await store.runs.append(runId(run), 0, [{ ...started, run } as RunEvent], {
      created: { workflow: { id: workflowId(id), version: versionId('v') }, ...under },
      status: 'waiting',
    });
  }
  await store.close();
}

describe('the tables of a SQLite file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-migrations-'));
  const file = path.join(folder, 'a.db');
  beforeAll(() => prepare(`sqlite:${file}`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  cutMigrations(() => ({
    url: `sqlite:${file}`,
    connect: () => connectSqlite(`sqlite:${file}`),
  }));
});

describe.each(['postgres', 'mysql'] as const)('the tables of %s', async (kind) => {
  const server = await testServer(kind);
  const fresh = kind === 'postgres' ? freshPostgres : freshMysql;
  const database = 'url' in server ? await fresh(server.url) : undefined;
  const url = database?.url ?? '';
  beforeAll(async () => {
    if (database !== undefined) await prepare(url);
  });
  beforeEach(({ skip }) => {
    skip('missing' in server, 'missing' in server ? server.missing : '');
  });
  afterAll(() => database?.drop());
  cutMigrations(() => ({
    url,
    connect: () => (kind === 'postgres' ? connectPostgres(url) : connectMysql(url)),
  }));
});

/** From its first statement to its last; where there is no transaction, every cut leaves something else. */
describe.each([
  { kind: 'sqlite', connect: connectSqlite, stride: 40 },
  { kind: 'postgres', connect: connectPostgres, stride: 60 },
  { kind: 'mysql', connect: connectMysql, stride: 37 },
] as const)('tables without a prefix on $kind', async ({ kind, connect, stride }) => {
  const { missing } = await findServer(kind);
  beforeEach(({ skip }) => {
    skip(missing !== undefined, missing);
  });

  it('[S23][S35] are renamed; what was cut off after any statement is finished at the next start', async () => {
    let isWhole = false;
    for (let statements = 1; !isWhole; statements += stride) {
      const database = await emptyDatabase(kind);
      await loadFixture(database, '0.1.0');
      isWhole = await migrateUpTo(await connect(database.url), statements);
      const store = await openStore(database.url);
      expect(await store.check()).toMatchObject({ isHealthy: true });
      expect((await store.runs.list({})).items).toHaveLength(10);
      expect((await store.audit.list({})).items).toHaveLength(1);
      await store.close();
      expect(await database.run('select * from agents')).toHaveLength(3);
      await database.drop();
    }
  });
});

async function connectSqlite(url: string): Promise<Raw> {
  const database = new DatabaseSync(url.slice('sqlite:'.length));
  return {
    flavour: sqliteFlavour,
    perform: async ({ sql, parameters }) =>
      database.prepare(sql).all(...parameters) as readonly Row[],
    drop: async () => database.close(),
  };
}

async function connectPostgres(url: string): Promise<Raw> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    flavour: postgresFlavour,
    async perform({ sql, parameters }) {
      return (await client.query(toDollars(sql), [...parameters])).rows as readonly Row[];
    },
    drop: () => client.end(),
  };
}

async function connectMysql(url: string): Promise<Raw> {
  const connection = await createConnection({ uri: url, disableEval: true });
  return {
    flavour: mysqlFlavour('utf8mb4_nopad_bin'),
    async perform({ sql, parameters }) {
      const [rows] = await connection.query(sql, [...parameters]);
      return (Array.isArray(rows) ? rows : []) as readonly Row[];
    },
    drop: () => connection.end(),
  };
}
