// The list of threads: ordered, searched and read page by page, over the API.
import type { LanguageModel } from '@skein/ports';
import { expect, it, onTestFinished } from 'vitest';
import { createEngine } from '../../../src/index.ts';

const echo: LanguageModel = {
  provider: 'test',
  name: 'echo',
  call: async () => ({ text: 'Yes.', toolCalls: [], usage: { input: 1, output: 1, usd: 0 } }),
};

async function served() {
  const engine = await createEngine({ models: { model: () => echo } });
  onTestFinished(() => engine.close());
  const skein = engine.handler({
    basePath: '/skein',
    user: (request) => request.headers.get('x-user') ?? '',
  });
  const ask = async (user: string, method: string, place: string, body?: unknown) => {
    const headers = {
      'x-user': user,
      'content-type': 'application/json',
      accept: method === 'POST' ? 'text/event-stream' : '*/*',
    };
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    const url = `http://x/skein/api/v1${place}`;
    const text = await (await skein(new Request(url, { method, headers, ...given }))).text();
    return text.startsWith('{') ? JSON.parse(text) : text;
  };
  const say = (thread: string, text: string, agent = 'desk') =>
    ask('ada', 'POST', `/threads/${agent}/${thread}/messages`, { text });
  await ask('ada', 'PUT', '/agents/desk', { name: 'Front desk', tools: [] });
  await ask('ada', 'PUT', '/agents/cook', { name: 'Cook', tools: [] });
  return { ask, say };
}

it('[SD4350] threads are listed by when something was said in them last, and found by words, id and agent', async () => {
  const { ask, say } = await served();
  await say('t1', 'A room for two');
  await say('t2', 'Breakfast at seven');
  await say('t3', 'An omelette', 'cook');
  await say('t1', 'With a view');
  const list = async (query: string) => {
    const { items } = await ask('ada', 'GET', `/threads?${query}`);
    return items.map(({ thread }: { thread: string }) => thread);
  };
  expect(await list('')).toEqual(['t1', 't2', 't3']);
  expect(await list('order=said')).toEqual(['t1', 't3', 't2']);
  // What was said first, last, whom it was said to, and the id.
  expect(await list('q=ROOM')).toEqual(['t1']);
  expect(await list('q=view')).toEqual(['t1']);
  expect(await list('q=front%20desk')).toEqual(['t1', 't2']);
  expect(await list('order=said&q=front%20desk')).toEqual(['t1', 't2']);
  expect(await list('q=t3')).toEqual(['t3']);
  expect(await list('q=nobody')).toEqual([]);
  const other = await ask('bob', 'GET', '/threads?order=said&q=room');
  expect(other.items).toEqual([]);
  const first = await ask('ada', 'GET', '/threads?order=said&limit=2');
  const next = await ask('ada', 'GET', `/threads?order=said&limit=2&cursor=${first.nextCursor}`);
  expect(next).toMatchObject({ items: [{ thread: 't2' }], nextCursor: null });
});

it('[SD4351] a thread says what it began with', async () => {
  const { ask, say } = await served();
  expect(await ask('ada', 'GET', '/threads/desk/t1')).toMatchObject({ title: '', messages: [] });
  await say('t1', 'A room for two');
  await say('t1', 'With a view');
  expect(await ask('ada', 'GET', '/threads/desk/t1')).toMatchObject({ title: 'A room for two' });
  expect(await ask('bob', 'GET', '/threads/desk/t1')).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
});
