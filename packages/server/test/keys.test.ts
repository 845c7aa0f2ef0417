import { readFileSync } from 'node:fs';
import path from 'node:path';
import { makeKey } from '@skein/server';
import { expect, it, vi } from 'vitest';
import { asking, hello, serve, type Loose, type Serving } from './serving.ts';

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

async function firstKey({ send }: Serving): Promise<string> {
  const made = await send('POST', '/api/v1/keys', { body: { name: 'first', scopes: ['admin'] } });
  expect(made.status).toBe(201);
  return made.body.key;
}

it('[V54] a key is shown once, stored as a hash, closes the open server, and ends at the next request', async () => {
  const serving = await serve();
  const { send, folder } = serving;
  expect((await send('GET', '/api/v1/session')).body).toMatchObject({
    user: 'local',
    via: 'local',
  });
  await send('POST', '/api/v1/workflows', { body: hello });
  const key = await firstKey(serving);
  expect(key).toMatch(/^skein_[\w-]{43}$/);
  expect((await send('GET', '/api/v1/runs')).status).toBe(401);
  const listed = await send('GET', '/api/v1/keys', bearer(key));
  expect(JSON.stringify(listed.body)).not.toContain(key);
  expect(listed.body.items).toMatchObject([{ name: 'first', scopes: ['admin'], revokedAt: null }]);
  // What the local user made is the local user's still.
  const flows = await send('GET', '/api/v1/workflows', bearer(key));
  expect(flows.body.items).toMatchObject([{ id: 'hello' }]);
  const second = await send('POST', '/api/v1/keys', {
    body: { name: 'reader', scopes: ['read'], expiresInDays: 1 },
    ...bearer(key),
  });
  expect((await send('GET', '/api/v1/runs', bearer(second.body.key))).status).toBe(200);
  expect((await send('DELETE', `/api/v1/keys/${second.body.id}`, bearer(key))).status).toBe(204);
  expect((await send('GET', '/api/v1/runs', bearer(second.body.key))).status).toBe(401);
  // Revoking the last one opens nothing.
  expect(
    (await send('DELETE', `/api/v1/keys/${listed.body.items[0].id}`, bearer(key))).status,
  ).toBe(204);
  expect((await send('GET', '/api/v1/runs')).status).toBe(401);
  await serving.server.close();
  await serving.engine.close();
  for (const file of ['skein.db', 'skein.db-wal']) {
    const bytes = readFileSync(path.join(folder, file)).toString('latin1');
    expect(bytes).not.toContain(key);
    expect(bytes).not.toContain(second.body.key);
  }
});

it('[V55] a browser signs in with a key and holds a cookie that ends with it', async () => {
  const serving = await serve();
  const { send, url } = serving;
  const key = await firstKey(serving);
  const wrong = await send('POST', '/api/v1/session', { body: { key: 'skein_wrong' } });
  expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([401, null]);
  const signed = await send('POST', '/api/v1/session', { body: { key } });
  const cookie = signed.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(
    /^skein_session=skein_[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
  );
  expect(cookie).not.toContain(key);
  const held = { cookie: cookie.split(';')[0] ?? '' };
  const who = await send('GET', '/api/v1/session', { headers: held });
  expect(who.body).toMatchObject({ user: 'local', via: 'session', scopes: ['admin'] });
  // What is in the cookie is no key for programs.
  const [, secret = ''] = held.cookie.split('=');
  expect((await send('GET', '/api/v1/runs', bearer(secret))).status).toBe(401);
  const foreign = { ...held, origin: 'http://evil.example' };
  expect((await send('GET', '/api/v1/runs', { headers: foreign })).status).toBe(403);
  expect((await send('GET', '/api/v1/runs', { headers: { ...held, origin: url } })).status).toBe(
    200,
  );
  const other = await send('POST', '/api/v1/session', { body: { key } });
  const otherCookie = { cookie: (other.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
  expect((await send('DELETE', '/api/v1/session', { headers: held })).status).toBe(204);
  expect((await send('GET', '/api/v1/runs', { headers: held })).status).toBe(401);
  const listed = await send('GET', '/api/v1/keys', { headers: otherCookie });
  expect(listed.body.items).toHaveLength(1);
  await send('DELETE', `/api/v1/keys/${listed.body.items[0].id}`, { headers: otherCookie });
  expect((await send('GET', '/api/v1/runs', { headers: otherCookie })).status).toBe(401);
});

it('[V56] an address that others can reach is refused without a key', async () => {
  const { server, store } = await serve();
  for (const host of ['0.0.0.0', '::', '192.0.2.1']) {
    await expect(server.listen({ port: 0, host })).rejects.toMatchObject({ code: 'KEYS_NEEDED' });
  }
  const made = makeKey({ user: 'ann', name: 'k', scopes: ['admin'], expiresAt: null, now: 0 });
  await store.keys.create(made.record);
  const open = await server.listen({ port: 0, host: '0.0.0.0' });
  const status = async (headers: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${open.port}/api/v1/runs`, { headers })).status;
  expect(await status({})).toBe(401);
  expect(await status({ authorization: `Bearer ${made.secret}` })).toBe(200);
  await open.close();
});

it('[V57] a key that sends too much is told when to come back, and others are not held up', async () => {
  let now = 1_700_000_000_000;
  const serving = await serve({ clock: { now: () => now }, rate: { perSecond: 2, burst: 5 } });
  const keys = ['ann', 'bob'].map((user) =>
    makeKey({ user, name: user, scopes: ['read'], expiresAt: null, now }),
  );
  for (const { record } of keys) await serving.store.keys.create(record);
  const [ann = '', bob = ''] = keys.map(({ secret }) => secret);
  const statuses: number[] = [];
  for (let n = 0; n < 8; n++) {
    statuses.push((await serving.send('GET', '/api/v1/runs', bearer(ann))).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  const refused = await serving.send('GET', '/api/v1/runs', bearer(ann));
  expect([refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
    'RATE_LIMITED',
    '1',
  ]);
  const asked = vi.spyOn(serving.store.keys, 'findByHash');
  const arrived: string[] = [];
  const ask = async (name: string, key: string) => {
    const { status } = await serving.send('GET', '/api/v1/runs', bearer(key));
    arrived.push(`${name} ${status}`);
  };
  await Promise.all([ask('ann', ann), ask('ann', ann), ask('ann', ann), ask('bob', bob)]);
  expect(arrived).toEqual(['bob 200', 'ann 429', 'ann 429', 'ann 429']);
  expect(asked).toHaveBeenCalledTimes(1);
  now += 1000;
  expect((await serving.send('GET', '/api/v1/runs', bearer(ann))).status).toBe(200);
});

it('[V58] who changed a workflow, a key or an answer is noted', async () => {
  const serving = await serve();
  const { send } = serving;
  const key = await firstKey(serving);
  await send('POST', '/api/v1/workflows', { body: asking, ...bearer(key) });
  await send('PATCH', '/api/v1/workflows/asking', { body: { name: 'B' }, ...bearer(key) });
  const run = await send('POST', '/api/v1/workflows/asking/run?wait=20', {
    body: {},
    ...bearer(key),
  });
  const [wait] = run.body.run.waits;
  await send('POST', `/api/v1/waits/${wait.id}/answer`, { body: 'yes', ...bearer(key) });
  await send('DELETE', '/api/v1/workflows/asking', bearer(key));
  const { body } = await send('GET', '/api/v1/audit', bearer(key));
  expect(body.items.map(({ action, subject }: Loose) => [action, subject]).toReversed()).toEqual([
    ['key.create', expect.any(String)],
    ['workflow.save', 'asking'],
    ['workflow.save', 'asking'],
    ['wait.answer', wait.id],
    ['workflow.delete', 'asking'],
  ]);
  expect(body.items[0].actor).toMatch(/^local \(key /);
  expect(JSON.stringify(body)).not.toContain(key);
});

it('[V59] a question that names a person is all that this person sees of a run of somebody else', async () => {
  const serving = await serve();
  const { send, store } = serving;
  const keys = ['ann', 'bob', 'cid'].map((user) =>
    makeKey({ user, name: user, scopes: ['write', 'answer'], expiresAt: null, now: 0 }),
  );
  for (const { record } of keys) await store.keys.create(record);
  const [ann = '', bob = '', cid = ''] = keys.map(({ secret }) => secret);
  const named = {
    ...asking,
    nodes: [
      { id: 'review', type: 'approval', config: { prompt: 'Fine?', who: ['bob'] } },
      { id: 'done', type: 'transform', config: { value: 'done' } },
    ],
    edges: [{ from: 'review', out: 'approved', to: 'done' }],
  };
  await send('POST', '/api/v1/workflows', { body: named, ...bearer(ann) });
  const run = await send('POST', '/api/v1/workflows/asking/run?wait=20', {
    body: {},
    ...bearer(ann),
  });
  const [wait] = run.body.run.waits;
  const seen = await send('GET', '/api/v1/waits', bearer(bob));
  expect(seen.body.items).toMatchObject([
    { id: wait.id, workflow: { id: 'asking' }, prompt: 'Fine?', isOwn: false },
  ]);
  expect((await send('GET', `/api/v1/runs/${run.body.run_id}`, bearer(bob))).status).toBe(404);
  expect((await send('GET', '/api/v1/waits', bearer(cid))).body.items).toEqual([]);
  const stranger = await send('POST', `/api/v1/waits/${wait.id}/answer`, {
    body: 'yes',
    ...bearer(cid),
  });
  expect(stranger.status).toBe(404);
  const answered = await send('POST', `/api/v1/waits/${wait.id}/answer`, {
    body: 'yes',
    ...bearer(bob),
  });
  expect(answered.status).toBe(200);
  expect(await serving.engine.runs.finished(run.body.run_id)).toMatchObject({ output: 'done' });
});

it('[V2463] the operator makes a key for a user, and nobody else does', async () => {
  const serving = await serve();
  const { send } = serving;
  const place = '/api/v1/server/keys';
  const body = { user: 'ada', name: 'Laptop', scopes: ['admin'], roles: ['editor'] };
  // It would close the server, to the operator too.
  expect((await send('POST', place, { body })).body.error.code).toBe('NOT_ALLOWED');
  const operator = await firstKey(serving);
  const made = await send('POST', place, { body, ...bearer(operator) });
  expect([made.status, made.body.user, made.body.kind]).toEqual([201, 'ada', 'key']);
  const session = await send('GET', '/api/v1/session', bearer(made.body.key));
  expect(session.body).toMatchObject({ user: 'ada', scopes: ['admin'], roles: ['editor'] });
  for (const key of [operator, made.body.key]) {
    const { items } = (await send('GET', '/api/v1/audit', bearer(key))).body;
    expect(items.filter(({ action }: Loose) => action === 'key.create')).toContainEqual(
      expect.objectContaining({
        subject: made.body.id,
        actor: expect.stringMatching(/^local /),
        data: { ...body },
      }),
    );
  }
  const other = { ...body, user: 'bob' };
  const refused = await send('POST', place, { body: other, ...bearer(made.body.key) });
  expect(refused.status).toBe(403);
  const odd = { ...body, user: '' };
  expect((await send('POST', place, { body: odd, ...bearer(operator) })).status).toBe(400);
});

it('[V3001] nobody but the operator gives a key a role that the key in use does not have', async () => {
  const serving = await serve();
  const { send } = serving;
  const operator = await firstKey(serving);
  const body = { user: 'ada', name: 'Laptop', scopes: ['admin'], roles: ['editor'] };
  const { key } = (await send('POST', '/api/v1/server/keys', { body, ...bearer(operator) })).body;
  const make = async (roles: readonly string[], by: string) => {
    const asked = { name: 'More', scopes: ['answer'], roles };
    const made = await send('POST', '/api/v1/keys', { body: asked, ...bearer(by) });
    return [made.status, made.body.error?.message ?? made.body.roles];
  };
  expect(await make(['editor', 'approver'], key)).toEqual([
    403,
    expect.stringContaining('give a key the role "approver"'),
  ]);
  expect(await make(['editor'], key)).toEqual([201, ['editor']]);
  expect(await make([], key)).toEqual([201, []]);
  expect(await make(['approver'], operator)).toEqual([201, ['approver']]);
});
