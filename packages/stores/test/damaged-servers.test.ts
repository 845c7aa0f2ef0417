// Goal: on database servers too, a row that something else has damaged breaks no list, and a check of the store names it. Method: rows of
// real databases are changed by hand, while a store uses them.
import { runId, versionId, waitId, workflowId, type RunEvent } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { openStore } from '@skein/stores';
import { aloneOnNeo4j, emptyNeo4j, freshMysql, freshPostgres, testServer } from '@skein/testkit';
import { driver } from 'neo4j-driver';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { expect, it, onTestFinished, type TestContext } from 'vitest';

/** The end of what a JavaScript number counts: far after the year 9999. */
const absurd = 9_000_000_000_000_000;

async function fill(store: Store): Promise<void> {
  const row: Partial<RunEvent> = { type: 'step.recorded', seq: 1, at: 1, id: 'e1' };
  for (const id of ['bad', 'good']) {
    await store.runs.append(runId(id), 0, [row as RunEvent], {
      created: { workflow: { id: workflowId('w'), version: versionId('v') }, depth: 0 },
      status: 'waiting',
      opened: [
        {
          id: waitId(`wait-${id}`),
          run: runId(id),
          node: 'n',
          activation: 1,
          question: { kind: 'input', prompt: 'Why?' },
          createdAt: 1,
          deadlineAt: null,
          status: 'open',
        },
      ],
    });
  }
  await store.views.put({ id: 'view', user: 'ann', name: 'v', filter: {}, createdAt: 1 });
}

async function expectDamage(store: Store): Promise<void> {
  const runs = (await store.runs.list({})).items;
  expect(new Map(runs.map(({ id, status }) => [String(id), status]))).toEqual(
    new Map([
      ['bad', 'failed'],
      ['good', 'waiting'],
    ]),
  );
  const waits = (await store.waits.list({})).items;
  expect(new Map(waits.map(({ id, question }) => [String(id), question.kind]))).toEqual(
    new Map([
      ['wait-bad', 'unreadable'],
      ['wait-good', 'input'],
    ]),
  );
  expect((await store.views.list({ user: 'ann' })).items).toHaveLength(1);
  const { isHealthy, findings } = await store.check();
  const records = findings.find(({ what }) => what === 'records');
  expect([isHealthy, records?.isGood]).toEqual([false, false]);
  for (const named of ['run bad', 'wait wait-bad', 'row of saved_views view']) {
    expect(records?.text).toContain(named);
  }
  expect(records?.text).not.toContain('good');
}

const statements = [
  `update skein_runs set status = 'odd' where id = 'bad'`,
  `update skein_waits set question = '{' where run_id = 'bad'`,
  `update skein_saved_views set filter = '{'`,
];

async function served(kind: 'postgres' | 'mysql' | 'neo4j', skip: TestContext['skip']) {
  const server = await testServer(kind);
  if ('missing' in server) skip(server.missing);
  return 'url' in server ? server.url : '';
}

it('[S541] PostgreSQL: damaged rows are listed, marked and named', async ({ skip }) => {
  const database = await freshPostgres(await served('postgres', skip));
  onTestFinished(() => database.drop());
  const { url } = database;
  const store = await openStore(url);
  onTestFinished(() => store.close());
  await fill(store);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const each of statements) await client.query(each);
  await client.query(`update skein_waits set created_at = ${absurd} where run_id = 'bad'`);
  await client.end();
  await expectDamage(store);
});

it('[S541] MySQL: damaged rows are listed, marked and named', async ({ skip }) => {
  const database = await freshMysql(await served('mysql', skip));
  onTestFinished(() => database.drop());
  const { url } = database;
  const store = await openStore(url);
  onTestFinished(() => store.close());
  await fill(store);
  const client = await createConnection(url);
  for (const each of statements) await client.query(each);
  await client.end();
  await expectDamage(store);
});

it('[S541] Neo4j: damaged nodes are listed, marked and named', async ({ skip }) => {
  const url = await served('neo4j', skip);
  onTestFinished(await aloneOnNeo4j(url));
  await emptyNeo4j(url);
  const store = await openStore(url);
  onTestFinished(() => store.close());
  await fill(store);
  expect((await store.check()).isHealthy).toBe(true);
  const client = driver(url, undefined, { disableLosslessIntegers: true });
  for (const each of [
    `match (n:SkeinRun {id: 'bad'}) set n.status = 'odd', n.createdAt = ${absurd}`,
    `match (n:SkeinWait {run: 'bad'}) set n.question = '{'`,
    `match (n:Skein_saved_views) set n.filter = '{'`,
  ]) {
    await client.executeQuery(each);
  }
  await client.close();
  await expectDamage(store);
});
