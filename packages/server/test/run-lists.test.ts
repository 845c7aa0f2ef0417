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
