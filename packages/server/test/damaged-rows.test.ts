// Goal: a row that something else has damaged breaks no list, and a check of the store names it. Method: rows of a real file are changed
// by hand, while the server uses it; every answer is checked against its schema.
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { makeKey } from '@skein/server';
import { expect, it } from 'vitest';
import { hello, serve, type Loose, type Serving } from './serving.ts';

const absurd = 9_000_000_000_000_000;

async function damaged() {
  const serving = await serve();
  const { send, store, folder } = serving;
  const made = makeKey({ user: 'ann', name: 'all', scopes: ['admin'], expiresAt: null, now: 0 });
  await store.keys.create(made.record);
  const headers = { authorization: `Bearer ${made.secret}` };
  const post = async (place: string, body: unknown) =>
    (await send('POST', `/api/v1${place}`, { body, headers })).body;
  const asks = { skein: 1, nodes: [{ id: 'n', type: 'approval' }] };
  for (const id of ['bad', 'good', 'worst']) {
    await post('/workflows', { ...asks, id, name: id });
    await send('PUT', `/api/v1/workflows/${id}/trigger`, {
      body: { trigger_type_id: 'schedule', config: { cron: '0 0 1 1 *' } },
      headers,
    });
    await post(`/workflows/${id}/run`, {});
    await post('/views', { name: id, filter: {} });
  }
  await post('/workflows', hello);
  await post('/keys', { name: 'other', scopes: ['read'] });
  const raw = new DatabaseSync(path.join(folder, 'skein.db'));
  const damage = (table: string, column: string, value: string | number, where: string) =>
    raw.prepare(`update ${table} set ${column} = ? where ${where}`).run(value);
  const of = (id: string) => `run_id = (select id from skein_runs where workflow_id = '${id}')`;
  damage('skein_runs', 'status', 'odd', "workflow_id = 'bad'");
  damage('skein_runs', 'created_at', absurd, "workflow_id = 'worst'");
  damage('skein_waits', 'question', '{', of('bad'));
  damage('skein_waits', 'deadline_at', absurd, of('worst'));
  damage('skein_workflow_versions', 'definition', '{', "workflow_id = 'bad'");
  damage('skein_workflow_triggers', 'config', '{', "workflow_id = 'bad'");
  damage('skein_workflow_triggers', 'created_at', absurd, "workflow_id = 'worst'");
  damage('skein_api_keys', 'scopes', '{', `name = '"other"'`);
  damage('skein_saved_views', 'filter', '{', `name = '"bad"'`);
  damage('skein_audit_log', 'data', '{', 'place = (select min(place) from skein_audit_log)');
  raw.close();
  const get = async (place: string) => {
    const answer = await send('GET', `/api/v1${place}`, { headers });
    expect([place, answer.status]).toEqual([place, 200]);
    return answer.body;
  };
  return { ...serving, get, headers };
}

const mark = '(unreadable)';

it('[V542] every list has all its rows, and marks what cannot be read', async () => {
  const { get } = await damaged();
  const itemOf = async (place: string, find: (item: Loose) => boolean) =>
    (await get(place)).items.find(find);
  expect((await get('/runs')).items).toHaveLength(3);
  const run = await itemOf('/runs', ({ workflow }) => workflow.id === 'bad');
  expect(run).toMatchObject({ status: 'failed', workflow: { name: mark } });
  const late = await itemOf('/runs', ({ workflow }) => workflow.id === 'worst');
  expect(late.createdAt).toBe('9999-12-31T23:59:59.999Z');
  expect((await get('/waits')).items).toHaveLength(3);
  expect(await itemOf('/waits', ({ kind }) => kind === 'unreadable')).toMatchObject({
    run: run.id,
  });
  expect((await get('/workflows')).items.map(({ id }: Loose) => id).toSorted()).toEqual([
    'bad',
    'good',
    'hello',
    'worst',
  ]);
  expect((await get('/workflows/bad/versions')).items).toHaveLength(1);
  expect((await get('/triggers')).items).toHaveLength(3);
  expect(await itemOf('/keys', ({ name }) => name === 'other')).toMatchObject({ scopes: [] });
  expect((await get('/audit')).items.at(-1).data).toBe(mark);
  expect((await get('/views')).items).toHaveLength(3);
});

it('[V542] MCP lists the tools of all other workflows', async () => {
  const { url, headers } = await damaged();
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers },
  });
  await client.connect(transport);
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['good', 'worst', 'hello']));
  await client.close();
});

it('[V542] the schedules of others are fired, and a check of the store names the damage', async () => {
  const { server, store } = (await damaged()) satisfies Serving;
  await server.fireDue();
  const { findings } = await store.check();
  const texts = findings
    .filter(({ isGood }) => !isGood)
    .map(({ what, text }) => `${what}: ${text}`);
  for (const named of [
    /status of the run \S+/,
    /created_at of the run \S+/,
    /question of the wait \S+/,
    /definition of the version of the workflow bad/,
    /config of the row of workflow_triggers \S+/,
    /scopes of the row of api_keys \S+/,
    /data of the row of audit_log \S+/,
  ]) {
    expect(texts.join('\n')).toMatch(named);
  }
});
