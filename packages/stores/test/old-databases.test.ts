// Goal: a database of an earlier release is opened by the current code, then has the schema of a fresh one, and everything in it
// comes to its end; and what others have in the same database stays as it is. Method: databases as each release left them (fixtures).
import { versionId, workflowId, type Json } from '@skein/kernel';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Clock } from '@skein/ports';
import { openStore } from '@skein/stores';
import { aloneOnNeo4j, testServer } from '@skein/testkit';
import { createEngine, type Engine, type Store } from 'skein';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { labelOf } from '../src/neo4j/graph-rows.ts';
import { recordTables } from '../src/records/record-ports.ts';
import { dialectTables } from '../src/values/dialect-tables.ts';
import { keyColumns } from '../src/values/row-table.ts';
import {
  endedRuns,
  largeText,
  resumedScript,
  user,
  waitingRuns,
  idOfWorkflow,
} from './fixtures/fixture-content.ts';
import { graphFixture, loadFixture, releases } from './fixtures/load-fixture.ts';
import { clearGraph, dumpGraph, loadGraph, withNeo4j } from './fixtures/neo4j-graph.ts';
import { emptyDatabase, findServer, type EmptyDatabase } from './schema/empty-database.ts';
import { readSchema, type Schema } from './schema/read-schema.ts';

it('[S34] each release number has its databases', () => {
  const manifest = readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  expect(releases, '`npm run fixtures` makes them.').toContain(version);
});

describe.each(['sqlite', 'postgres', 'mysql'] as const)('on %s', async (kind) => {
  const { missing } = await findServer(kind);
  const databases: EmptyDatabase[] = [];
  const empty = async () => {
    const database = await emptyDatabase(kind);
    databases.push(database);
    return database;
  };
  beforeEach(({ skip }) => {
    skip(missing !== undefined, missing);
  });
  afterEach(async () => {
    for (const database of databases.splice(0)) await database.drop();
  });
  const schemaOf = (database: EmptyDatabase) => readSchema(kind, (sql) => database.run(sql));
  const freshSchema = async (): Promise<Schema> => {
    const database = await empty();
    await (await openStore(database.url)).close();
    return schemaOf(database);
  };

  it.each(releases)(
    '[S34][S35] a database of %s gets the schema of a fresh one',
    async (release) => {
      const database = await empty();
      await loadFixture(database, release);
      // Several processes of the new version may start at once, where a database is shared.
      const count = kind === 'sqlite' ? 1 : 3;
      const stores = await Promise.all(
        Array.from({ length: count }, () => openStore(database.url)),
      );
      for (const store of stores) await store.close();
      expect(await schemaOf(database)).toEqual(await freshSchema());
    },
  );

  it.each(releases)(
    '[S34][S300] the runs of %s come to their ends, and keys that started runs still answer',
    async (release) => {
      const database = await empty();
      await loadFixture(database, release);
      await finishAll(await openStore(database.url));
    },
  );

  it('[S35] programs still find the tables of the dialects under their old names, and an older Skein is refused', async () => {
    const database = await empty();
    await loadFixture(database, '0.1.0');
    await (await openStore(database.url)).close();
    expect(await database.run('select * from workflow_step_instances')).toHaveLength(4);
    expect(await database.run('select * from agents')).toHaveLength(3);
    const [row] = await database.run("select value from meta where name = 'schema'");
    expect(Number(row?.['value'])).toBeGreaterThan(4);
    await (await openStore(database.url)).close();
  });

  it('[S45] under the old names the rows of agent graphs are also written, without naming an owner', async () => {
    const database = await empty();
    await loadFixture(database, '0.1.0');
    await database.run('create view my_agents as select id from agents');
    await (await openStore(database.url)).close();
    await database.run("insert into agents (id, name, tools) values ('new', 'New', '[]')");
    await database.run("update agents set name = 'Newer' where id = 'new'");
    const store = await openStore(database.url);
    expect(await store.agents.get('new', '')).toMatchObject({ name: 'Newer', tools: [] });
    await store.close();
    await database.run("delete from agents where id = 'new'");
    expect(await database.run("select * from skein_agents where id = 'new'")).toEqual([]);
    expect(await database.run('select id from my_agents')).toHaveLength(3);
  });

  it('[S35] a database with tables of somebody else is left alone, and works', async () => {
    const database = await empty();
    await database.run(
      "create table meta (name varchar(20), value varchar(20)); insert into meta values ('schema', '3'); create table runs (id integer, miles integer); insert into runs values (1, 26); create table agents (id integer, agency varchar(20)); insert into agents values (7, 'MI6'); create index runs_status_place on runs (miles)",
    );
    const before = await schemaOf(database);
    const store = await openStore(database.url);
    const agent = { name: null, systemPrompt: null, model: null, tools: null };
    expect(await store.agents.create({ id: 'a', user, ...agent })).toBe(true);
    expect(await store.check()).toMatchObject({ isHealthy: true });
    await store.close();
    expect(await schemaOf(database)).toMatchObject(before);
    expect(
      Object.keys(await schemaOf(database)).filter((name) => !name.startsWith('skein_')),
    ).toEqual(Object.keys(before));
    expect(await database.run('select agency from agents')).toEqual([{ agency: 'MI6' }]);
    expect(await database.run('select miles from runs')).toEqual([{ miles: 26 }]);
    expect(await database.run('select value from meta')).toEqual([{ value: '3' }]);
  });

  it('[S35] of an old database what has other columns than ours stays, and ours is made beside it', async () => {
    const database = await empty();
    await loadFixture(database, '0.1.0');
    await database.run(
      "drop table agents; create table agents (id integer, agency varchar(20)); insert into agents values (7, 'MI6')",
    );
    const store = await openStore(database.url);
    expect((await store.agents.list({ user })).items).toEqual([]);
    expect((await store.steps.list({ user })).items).toHaveLength(1);
    await store.close();
    expect(await database.run('select agency from agents')).toEqual([{ agency: 'MI6' }]);
  });
});

describe('a SQLite file from before the first release', () => {
  it.each(['schema-1', 'schema-3'])('[S34] %s gets the schema of a fresh one', async (name) => {
    const files = path.join(import.meta.dirname, '../../skein/test/histories/files');
    const database = await emptyDatabase('sqlite');
    const fresh = await emptyDatabase('sqlite');
    const packed = readFileSync(path.join(files, `${name}.db.gz`));
    writeFileSync(database.url.slice('sqlite:'.length), gunzipSync(packed));
    const [migrated, made] = await Promise.all(
      [database, fresh].map(async (each) => {
        await (await openStore(each.url)).close();
        const schema = await readSchema('sqlite', (sql) => each.run(sql));
        await each.drop();
        return schema;
      }),
    );
    expect(migrated).toEqual(made);
  });
});

describe('on neo4j', async () => {
  const server = await testServer('neo4j');
  const url = 'url' in server ? server.url : '';
  let leave = () => {};
  beforeAll(async () => {
    if (url !== '') leave = await aloneOnNeo4j(url);
  }, 600_000);
  afterAll(() => leave());
  beforeEach(async ({ skip }) => {
    skip('missing' in server, 'missing' in server ? server.missing : '');
    await withNeo4j(url, clearGraph);
  });
  const load = (release: string) =>
    withNeo4j(url, (client) => loadGraph(client, graphFixture(release)));
  const schema = async () => {
    const { constraints, indexes } = await withNeo4j(url, dumpGraph);
    // Names are made up by the server.
    return [...constraints, ...indexes].map((text) => text.replace(/`.*?` /, '')).toSorted();
  };

  it.each(releases)('[S34] a graph of %s gets the schema of a fresh one', async (release) => {
    await (await openStore(url)).close();
    const fresh = await schema();
    await withNeo4j(url, clearGraph);
    await load(release);
    await (await openStore(url)).close();
    expect(await schema()).toEqual(fresh);
  });

  it.each(releases)(
    '[S34][S300] the runs of %s come to their ends, and keys that started runs still answer',
    async (release) => {
      await load(release);
      await finishAll(await openStore(url));
    },
  );

  it('[S34] the constraints are those that the code describes', async () => {
    await (await openStore(url)).close();
    const made = await schema();
    for (const table of [...dialectTables.values(), ...recordTables]) {
      const properties = keyColumns(table).map((name) => `n.\`${name}\``);
      const list = properties.length === 1 ? properties[0] : properties.join(', ');
      expect(made).toContainEqual(
        expect.stringContaining(`FOR (n:\`${labelOf(table)}\`) REQUIRE (${list}) IS UNIQUE`),
      );
      for (const columns of table.indexed) {
        const indexed = columns.split(',').map((name) => `n.\`${name}\``);
        expect(made).toContainEqual(
          expect.stringContaining(`FOR (n:\`${labelOf(table)}\`) ON (${indexed.join(', ')})`),
        );
      }
    }
  });

  it('[S35] sessions of somebody else are left alone, and need no ids of their own', async () => {
    await withNeo4j(url, (client) =>
      client.executeQuery("create (:SESSION {id: 'a'}), (:SESSION {id: 'a'}), (:Agent {id: 'a'})"),
    );
    const store = await openStore(url);
    expect(await store.check()).toMatchObject({ isHealthy: true });
    await store.close();
    const { nodes } = await withNeo4j(url, dumpGraph);
    expect(nodes.filter(({ labels }) => labels.includes('SESSION'))).toHaveLength(2);
  });
});

/** Hours later than now: a fixture may be younger than the delay that a run in it waits for. */
const clock: Clock = {
  now: () => Date.now() + 7_200_000,
  setTimer(at, fire) {
    const timeout = setTimeout(fire, Math.max(0, at - clock.now()));
    return () => clearTimeout(timeout);
  },
};

/** Answers every run that waits, and looks at what the release left. Closes the store. */
async function finishAll(store: Store): Promise<void> {
  const engine = await createEngine({ store, script: resumedScript(), durable: {}, clock });
  for (const { workflow, status } of endedRuns) {
    expect(await onlyRun(engine, workflow)).toMatchObject({ status });
  }
  expect((await onlyRun(engine, 'large')).output).toBe(largeText);
  for (const waiting of waitingRuns) {
    const { id } = await onlyRun(engine, waiting.workflow);
    if ('answer' in waiting) await answer(engine, id, waiting.answer);
    const { status, output } = await engine.runs.finished(id);
    expect({ status, output }).toEqual({ status: 'completed', output: waiting.output });
  }
  const { id } = await onlyRun(engine, 'approve');
  const again = await engine.runs.start('approve', { idempotencyKey: 'the approve' });
  expect(again).toEqual({ id, isRepeated: true });
  await checkRecords(store);
  await engine.close();
  await store.close();
}

/** The run waits itself, or the one below it. */
async function answer(engine: Engine, run: string, given: Json): Promise<void> {
  const { items } = await engine.waits.list({});
  const children = (await engine.runs.list({ parent: run })).items.map(({ id }) => id);
  const wait = items.find((each) => each.run === run || children.includes(each.run));
  await engine.waits.answer(wait?.id ?? '', given);
}

async function onlyRun(engine: Engine, workflow: string) {
  const { items } = await engine.runs.list({ workflow: idOfWorkflow(workflow) });
  expect(items).toHaveLength(1);
  return engine.runs.get(items[0]?.id ?? '');
}

async function checkRecords(store: Store): Promise<void> {
  // [S300] It could start runs, and so answer.
  const scopes = ['read', 'run', 'answer'];
  const key = { id: 'key', user, scopes, roles: [] };
  expect(await store.keys.findByHash('the hash of a key')).toMatchObject(key);
  expect(await store.triggers.get('tick', user)).toMatchObject({ config: { cron: '0 8 * * *' } });
  const ofTrigger = { trigger: 'tick', user };
  expect((await store.triggerHistory.list(ofTrigger)).items).toMatchObject([{ data: { n: 1 } }]);
  expect(await store.deliveries.add({ ...ofTrigger, message: 'm1', at: 1 })).toBe(false);
  expect((await store.audit.list({ user })).items).toMatchObject([{ subject: 'approve' }]);
  expect(await store.views.get('v', user)).toMatchObject({ filter: { status: 'waiting' } });
  expect(await store.secrets.get('hook', user)).toMatchObject({ sealed: 'sealed text' });
  expect(await store.agents.get('cook', user)).toMatchObject({ tools: [{ name: 'stove' }] });
  expect(await store.steps.get('step', user)).toMatchObject({ details: { b: 1 } });
  expect(await store.definitions.get(workflowId('approve#inner'), versionId('1'))).toMatchObject({
    dialect: 'native',
  });
  const table = await store.tables.find('workflow_step_instances', { status: 'completed' });
  expect(table).toHaveLength(4);
}
