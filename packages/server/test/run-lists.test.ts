import { expect, it } from 'vitest';
import { hello, serve, type Loose, type Serving } from './serving.ts';

const script = {
  replies: [
    { when: { node: 'ask' }, error: { status: 400, message: 'quota of Nordwind used up' } },
  ],
};

const failing = {
  skein: 1,
  id: 'failing',
  name: 'Failing',
  nodes: [{ id: 'ask', type: 'llm', config: { prompt: 'Hello' } }],
};

async function begin(): Promise<Serving & { readonly started: readonly string[] }> {
  const serving = await serve({ engineOptions: { script } });
  const { send } = serving;
  const started: string[] = [];
  for (const body of [hello, failing]) await send('POST', '/api/v1/workflows', { body });
  for (const [workflow, name] of [
    ['hello', 'Ada'],
    ['hello', 'Grace'],
    ['failing', 'Edsger'],
  ]) {
    const body = { input: { name } };
    const { body: run } = await send('POST', `/api/v1/workflows/${workflow}/run?wait=20`, { body });
    started.push(run.run_id);
  }
  return { ...serving, started };
}

it('[V1453] runs are found by text in their input, output and error', async () => {
  const { send, started } = await begin();
  const find = async (q: string, more = '') =>
    (await send('GET', `/api/v1/runs?in=content&q=${encodeURIComponent(q)}${more}`)).body.items.map(
      ({ id }: Loose) => id,
    );
  expect(await find('edsger')).toEqual([started[2]]);
  expect(await find('Hello, Grace')).toEqual([started[1]]);
  expect(await find('of nordwind')).toEqual([started[2]]);
  expect(await find('Nobody')).toEqual([]);
  expect(await find('Ada', '&limit=1')).toEqual([started[0]]);
  expect((await send('GET', '/api/v1/runs?q=edsger')).body.items).toEqual([]);
});

it('[V3130] a search says that there is more only as long as there is, and repeats and leaves out nothing', async () => {
  const { send, started } = await begin();
  const find = async (more: string): Promise<Loose> =>
    (await send('GET', `/api/v1/runs?in=content&${more}`)).body;
  // Older runs, of which none matches, are no reason to go on.
  expect(await find('q=edsger&limit=1')).toMatchObject({ nextCursor: null });
  const seen: string[] = [];
  let cursor = '';
  do {
    const { items, nextCursor } = await find(`q=hello&limit=1${cursor}`);
    seen.push(...items.map(({ id }: Loose) => id));
    cursor = nextCursor === null ? '' : `&cursor=${encodeURIComponent(nextCursor)}`;
  } while (cursor !== '');
  expect(seen).toEqual([started[1], started[0]]);
});

it('[V1454] a list has the error and the cost of each run if that is asked for, and leaves trials out', async () => {
  const { send, started } = await begin();
  await send('POST', '/api/v1/workflows/hello/nodes/greet/run?wait=20', { body: {} });
  const { body } = await send('GET', '/api/v1/runs?details=true&trials=false');
  expect(body.items.map(({ id }: Loose) => id)).toEqual(started.toReversed());
  expect(body.items[0].details).toMatchObject({
    error: expect.stringContaining('quota of Nordwind'),
    isDraft: false,
  });
  expect(body.items[1].details).toMatchObject({ error: null, usd: 0, tokens: 0 });
  expect((await send('GET', '/api/v1/runs')).body.items).toHaveLength(4);
});

it('[V1455] a run that has ended is deleted, another one is not', async () => {
  const { send, started } = await begin();
  const [first] = started;
  expect((await send('DELETE', `/api/v1/runs/${first}`)).status).toBe(204);
  expect((await send('GET', `/api/v1/runs/${first}`)).status).toBe(404);
  expect((await send('DELETE', `/api/v1/runs/${first}`)).status).toBe(404);
  const waiting = {
    ...hello,
    id: 'waits',
    nodes: [{ id: 'ask', type: 'input', config: { prompt: 'Who?' } }],
    edges: [],
  };
  await send('POST', '/api/v1/workflows', { body: waiting });
  const { body } = await send('POST', '/api/v1/workflows/waits/run?wait=20', { body: {} });
  const refused = await send('DELETE', `/api/v1/runs/${body.run_id}`);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'RUN_UNFINISHED']);
});

it('[V2459] lists and searches read summaries: no run is rebuilt twice, and one that nobody has summed up is found', async () => {
  const { send, started, engine, store } = await begin();
  const rebuilt: string[] = [];
  const get = engine.runs.get.bind(engine.runs);
  engine.runs.get = (id, ...rest) => {
    rebuilt.push(id);
    return get(id, ...rest);
  };
  const list = async (query: string): Promise<Loose[]> =>
    (await send('GET', `/api/v1/runs?${query}`)).body.items;
  const shown = await list('details=true');
  // As if an earlier release had made them: nobody has summed them up.
  expect(rebuilt.toSorted()).toEqual([...started].toSorted());
  expect(await list('details=true')).toEqual(shown);
  expect(await list('in=content&q=edsger')).toHaveLength(1);
  expect(await list('in=content&q=nobody')).toHaveLength(0);
  expect(rebuilt).toHaveLength(started.length);
  expect(shown[1].details).toMatchObject({ input: expect.stringContaining('Grace') });
  // What is longer than a summary is still found, at the price of a look into the run.
  const long = { name: `${'x '.repeat(9000)}needle` };
  await send('POST', '/api/v1/workflows/hello/run?wait=20', { body: { input: long } });
  expect(await list('in=content&q=needle')).toHaveLength(1);
  expect((await store.summaries?.get(started[0] ?? ''))?.content).toMatchObject({ isCut: false });
});

it('[V2459] a run that goes on is summed up anew', async () => {
  const { send } = await begin();
  const nodes = [{ id: 'ask', type: 'input', config: { prompt: 'Who?' } }];
  const asking = { ...hello, id: 'asks', nodes, edges: [] };
  await send('POST', '/api/v1/workflows', { body: asking });
  const { body } = await send('POST', '/api/v1/workflows/asks/run?wait=20', { body: {} });
  const find = async () => (await send('GET', '/api/v1/runs?in=content&q=hedwig')).body.items;
  expect(await find()).toEqual([]);
  const [wait] = body.run.waits;
  await send('POST', `/api/v1/waits/${encodeURIComponent(wait.id)}/answer`, { body: 'Hedwig' });
  await expect.poll(find).toHaveLength(1);
});

it('[V3810] a list says which runs were started in the studio, and by whom; those of programs have no row more', async () => {
  const { send } = await serve();
  await send('POST', '/api/v1/workflows', { body: hello });
  const newest = async (headers = {}) =>
    (await send('GET', '/api/v1/runs?details=true&limit=1', { headers })).body.items[0].details
      .startedBy;
  const start = (headers = {}) =>
    send('POST', '/api/v1/workflows/hello/run?wait=20', { body: {}, headers });
  await start();
  expect(await newest()).toBeNull();
  // As browsers mark what a page of this server sends.
  const page = { 'sec-fetch-site': 'same-origin' };
  const { body: run } = await start(page);
  expect(await newest()).toEqual({ type: 'studio', name: null });
  await start({ 'sec-fetch-site': 'cross-site' });
  expect(await newest()).toBeNull();
  const nodes = Object.keys(run.run.nodes);
  await send('POST', `/api/v1/runs/${run.run_id}/fork`, {
    body: { from: nodes.at(-1) },
    headers: page,
  });
  expect(await newest()).toEqual({ type: 'studio', name: null });
  const { body: made } = await send('POST', '/api/v1/keys', {
    body: { name: 'ann', scopes: ['admin'] },
  });
  const signed = await send('POST', '/api/v1/session', { body: { key: made.key } });
  const cookie = { cookie: signed.headers.get('set-cookie')?.split(';')[0] ?? '' };
  await start(cookie);
  expect(await newest(cookie)).toEqual({ type: 'studio', name: 'local' });
});

it('[V2460] a list says which trigger has started a run', async () => {
  const { send } = await begin();
  const settings = { trigger_type_id: 'webhook', config: {} };
  await send('PUT', '/api/v1/workflows/hello/trigger', { body: settings });
  const [trigger] = (await send('GET', '/api/v1/triggers?workflow=hello')).body.items;
  await send('POST', `/api/v1/triggers/${trigger.uuid}/test`, { body: { data: { name: 'Lise' } } });
  const { body } = await send('GET', '/api/v1/runs?details=true&limit=1');
  expect(body.items[0].details.startedBy).toEqual({ type: 'webhook', name: null });
});
