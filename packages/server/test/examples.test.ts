// Goal: the examples of the OpenAPI document are what a server answers. Method: let a server tell their story, and compare.
import { openApiDocument } from '@skein/api';
import { expect, it } from 'vitest';
import { serve, type Loose } from './serving.ts';

const document = openApiDocument({ version: '0.0.0' }) as Loose;

/** The example of the answer of a route. */
function example(method: string, path: string, status = '200'): Loose {
  const [media] = Object.values<Loose>(document.paths[path][method].responses[status].content);
  return media.example;
}

/** Without what differs from moment to moment; the same id stays the same. */
function plain(said: unknown): unknown {
  const known = new Map<string, string>();
  const text = JSON.stringify(said)
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (!known.has(id)) known.set(id, `{id ${known.size}}`);
      return known.get(id) ?? '';
    })
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '{time}')
    .replaceAll(/(\\?"at\\?":)\d+/g, '$10')
    .replaceAll(/skein_[\w-]+/g, '{key}');
  return JSON.parse(text);
}

it('[R8] workflows, runs, waits, events, outputs, triggers and keys are answered as in the examples', async () => {
  const { send } = await serve();
  const get = async (path: string) => (await send('GET', `/api/v1${path}`)).body;
  const post = async (path: string, body: unknown) =>
    (await send('POST', `/api/v1${path}`, { body })).body;
  const workflow = example('get', '/api/v1/workflows/{id}');
  await post('/workflows', workflow.definition);
  const started = await post('/workflows/publish/run?wait=20', { input: { topic: 'tea' } });
  const run = started.run_id;
  const pipeline = await post('/workflows', { name: 'Mails' });
  await send('PUT', `/api/v1/workflows/${pipeline.id}/trigger`, {
    body: {
      trigger_type_id: 'schedule',
      config: example('get', '/api/v1/triggers').items[0].config,
    },
  });
  const answers = {
    '/workflows/{id}': await get('/workflows/publish'),
    '/runs/{id}': await get(`/runs/${run}`),
    '/waits/{id}': await get(`/waits/${started.run.waits[0].id}`),
    '/outputs/{id}': await get(`/outputs/${started.run.outputs.draft[0].id}`),
    '/triggers': await get('/triggers'),
  };
  for (const [path, answer] of Object.entries(answers)) {
    const shown = example('get', `/api/v1${path}`);
    expect([path, plain(answer)]).toEqual([path, plain({ ...shown, ...paged(answer) })]);
  }
  expect(plain(await get('/runs'))).toEqual(
    plain({ ...example('get', '/api/v1/runs'), nextCursor: null }),
  );
  const journal = await get(`/runs/${run}/journal`);
  const [row] = example('get', '/api/v1/runs/{id}/journal').items;
  expect(plain(journal.items[0])).toEqual(plain(row));
  const key = await post('/keys', { name: 'Build server', expiresInDays: 90 });
  expect(plain(key)).toEqual(plain(example('post', '/api/v1/keys', '201')));
});

/** A page of an example may have another one behind it. */
function paged(answer: Loose): object {
  return 'nextCursor' in answer ? { nextCursor: answer.nextCursor } : {};
}

it('[R8] the first event of a stream is written as in the example', async () => {
  const { send, url } = await serve();
  const { definition } = example('get', '/api/v1/workflows/{id}');
  await send('POST', '/api/v1/workflows', { body: definition });
  const started = await send('POST', '/api/v1/workflows/publish/run?wait=20', {
    body: { input: { topic: 'tea' } },
  });
  const stream = await fetch(`${url}/api/v1/runs/${started.body.run_id}/events`);
  let text = '';
  for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(chunk);
    if (/^id: 1\n.*\n.*\n\n/m.test(text)) break;
  }
  const [first] = /^id: 1\n.*\n.*\n\n/m.exec(text) ?? [];
  const shown = example('get', '/api/v1/runs/{id}/events');
  expect(plain(first)).toEqual(plain(shown));
});
