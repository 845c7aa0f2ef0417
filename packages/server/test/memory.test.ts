// Goal: people see and correct what their workflows remember.
import { expect, it } from 'vitest';
import { serve } from './serving.ts';

it('[V800] what workflows remember is listed, read, written and deleted by scope and key', async () => {
  const { send, engine } = await serve();
  const entry = (key: string, scope = 'user') =>
    `/api/v1/memory/entry?scope=${encodeURIComponent(scope)}&key=${encodeURIComponent(key)}`;
  const put = (place: string, body: object) => send('PUT', place, { body });
  expect(await put(entry('a/b ?'), { value: { n: 1 } })).toMatchObject({
    status: 200,
    body: { value: { n: 1 }, revision: 1 },
  });
  await put(entry('k', 'workflow:w'), { value: null, ttlMs: 60_000 });
  const all = await send('GET', '/api/v1/memory');
  expect(all.body.items).toMatchObject([
    { scope: 'user', key: 'a/b ?', value: { n: 1 }, expiresAt: null },
    { scope: 'workflow:w', key: 'k', value: null, expiresAt: expect.any(String) },
  ]);
  const some = await send('GET', '/api/v1/memory?scope=workflow:w');
  expect(some.body.items).toHaveLength(1);
  expect((await send('GET', entry('a/b ?'))).body).toMatchObject({ value: { n: 1 }, revision: 1 });
  expect(await put(entry('a/b ?'), { value: 2, ifRevision: 0 })).toMatchObject({
    status: 409,
    body: { error: { code: 'MEMORY_CONFLICT' } },
  });
  const add = (place: string, body: object) => send('POST', place, { body });
  expect(await add(entry('n'), { value: 2 })).toMatchObject({ status: 200, body: { value: 2 } });
  expect((await add(entry('n'), { value: 3 })).body).toEqual({ value: 5, revision: 2 });
  expect(await add(entry('a/b ?'), { value: 3 })).toMatchObject({
    body: { error: { code: 'MEMORY_WRONG_TYPE' } },
  });
  await add(entry('gone'), { value: 1, ttlMs: 1 });
  await expect.poll(async () => (await send('GET', entry('gone'))).status).toBe(404);
  expect((await add(entry('n'), { value: 1, ttlMs: 0 })).status).toBe(400);
  await engine.memory.set('k', 'of somebody else', { user: 'eve' });
  expect((await send('GET', entry('k'))).status).toBe(404);
  expect((await send('DELETE', entry('a/b ?'))).status).toBe(204);
  expect((await send('DELETE', entry('a/b ?'))).status).toBe(404);
});
