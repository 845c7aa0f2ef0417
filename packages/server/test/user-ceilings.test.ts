// Goal: what one user may have at the same time is bounded, and another user does not notice. Method: two users with keys, over HTTP.
import { makeKey } from '@skein/server';
import { expect, it } from 'vitest';
import { hello, serve, type Serving } from './serving.ts';

const scopes = ['read', 'write', 'run'] as const;

async function userOf({ store }: Serving, user: string) {
  const made = makeKey({ user, name: user, scopes, expiresAt: null, now: 0 });
  await store.keys.create(made.record);
  return { authorization: `Bearer ${made.secret}` };
}

it('[V540] a user with too many open answers gets no further one until one has ended; another user does', async () => {
  const serving = await serve({ ceilings: { userStreams: 2 } });
  const [ann, bob] = [await userOf(serving, 'ann'), await userOf(serving, 'bob')];
  const { send, url } = serving;
  const asks = { skein: 1, id: 'asks', nodes: [{ id: 'n', type: 'approval' }] };
  await send('POST', '/api/v1/workflows', { body: asks, headers: ann });
  const { body } = await send('POST', '/api/v1/workflows/asks/run', { body: {}, headers: ann });
  const streams: AbortController[] = [];
  const watch = async () => {
    const stream = new AbortController();
    streams.push(stream);
    const address = `${url}/api/v1/runs/${body.run_id}/events`;
    const answer = await fetch(address, { headers: ann, signal: stream.signal });
    await answer.body?.getReader().read();
    return answer.status;
  };
  expect([await watch(), await watch()]).toEqual([200, 200]);
  const list = (headers: { readonly authorization: string }) =>
    send('GET', '/api/v1/workflows', { headers });
  expect(await list(ann)).toMatchObject({
    status: 429,
    body: { error: { code: 'USER_STREAMS_FULL', details: { open: 2, limit: 2 } } },
  });
  expect((await list(bob)).status).toBe(200);
  streams[0]?.abort();
  await expect.poll(async () => (await list(ann)).status).toBe(200);
  streams[1]?.abort();
});

it('[V541] a user with too many triggers saves no further one, but changes those there are; another user does', async () => {
  const serving = await serve({ ceilings: { userTriggers: 2 } });
  const { send } = serving;
  const put = async (headers: { readonly authorization: string }, id: string, cron: string) => {
    await send('POST', '/api/v1/workflows', { body: { ...hello, id }, headers });
    const body = { trigger_type_id: 'schedule', config: { cron } };
    return send('PUT', `/api/v1/workflows/${id}/trigger`, { body, headers });
  };
  const [ann, bob] = [await userOf(serving, 'ann'), await userOf(serving, 'bob')];
  for (const id of ['a', 'b']) expect((await put(ann, id, '0 * * * *')).status).toBe(200);
  expect(await put(ann, 'c', '0 * * * *')).toMatchObject({
    status: 409,
    body: { error: { code: 'USER_TRIGGERS_FULL', details: { limit: 2 } } },
  });
  expect((await put(ann, 'a', '5 * * * *')).status).toBe(200);
  expect((await put(bob, 'c', '0 * * * *')).status).toBe(200);
  const { body } = await send('GET', '/api/v1/triggers', { headers: ann });
  await send('DELETE', `/api/v1/triggers/${body.items[0].uuid}`, { headers: ann });
  expect((await put(ann, 'c', '0 * * * *')).status).toBe(200);
});

it('[V402] the one schedule of a user is fired in the first round, beside a thousand of another', async () => {
  const noon = Date.UTC(2026, 0, 5, 12);
  const time = { now: noon };
  const serving = await serve({ clock: { now: () => time.now } });
  const { send, store, server } = serving;
  const [ann, bob] = [await userOf(serving, 'ann'), await userOf(serving, 'bob')];
  for (const headers of [ann, bob])
    await send('POST', '/api/v1/workflows', { body: hello, headers });
  const cron = { trigger_type_id: 'schedule', config: { cron: '*/5 * * * *' } };
  const put = (headers: { readonly authorization: string }) =>
    send('PUT', '/api/v1/workflows/hello/trigger', { body: cron, headers });
  await put(ann);
  await put(bob);
  const [mine] = (await store.triggers.list({ user: 'ann' })).items;
  if (mine === undefined) throw new Error('The trigger was not saved.');
  while ((await server.fireDue()) > 0);
  time.now = noon + 300_000;
  // They have been due for longer than that of the other user.
  for (let i = 0; i < 1000; i++) {
    await store.triggers.put({ ...mine, id: `t${i}`, nextFireAt: noon + 299_000 });
  }
  await server.fireDue();
  const { body } = await send('GET', '/api/v1/runs', { headers: bob });
  expect(body.items).toHaveLength(1);
});

it('[V543] a user whose journals are too long starts no further run; another user does', async () => {
  const engineOptions = { limits: { ceilings: { userBytes: 1000 } } };
  const serving = await serve({ engineOptions });
  const { send } = serving;
  const [ann, bob] = [await userOf(serving, 'ann'), await userOf(serving, 'bob')];
  const run = async (headers: { readonly authorization: string }) => {
    const body = { input: { text: 'x'.repeat(2000) } };
    return send('POST', '/api/v1/workflows/hello/run?wait=30', { body, headers });
  };
  for (const headers of [ann, bob])
    await send('POST', '/api/v1/workflows', { body: hello, headers });
  expect((await run(ann)).status).toBeLessThan(300);
  expect(await run(ann)).toMatchObject({
    status: 409,
    body: { error: { code: 'USER_BYTES_FULL', details: { limit: 1000 } } },
  });
  expect((await run(bob)).status).toBeLessThan(300);
});

it('[V543] the runs of a user who has had enough of a minute are delayed, not failed; those of another are not', async () => {
  const burn = async () => {
    const until = performance.now() + 300;
    while (performance.now() < until);
  };
  const engineOptions = { functions: { burn }, limits: { ceilings: { userCpuMs: 200 } } };
  const serving = await serve({ engineOptions });
  const { send } = serving;
  const [ann, bob] = [await userOf(serving, 'ann'), await userOf(serving, 'bob')];
  const nodes = ['a', 'b', 'c'].map((id) => ({ id, type: 'function', config: { name: 'burn' } }));
  const edges = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ];
  const long = { skein: 1, id: 'long', nodes, edges };
  await send('POST', '/api/v1/workflows', { body: long, headers: ann });
  await send('POST', '/api/v1/workflows', { body: hello, headers: bob });
  const started = await send('POST', '/api/v1/workflows/long/run', { body: {}, headers: ann });
  // Long enough for the other run, if it were not held back: each of its functions would delay one of these.
  for (let i = 0; i < 10; i++) {
    const place = '/api/v1/workflows/hello/run?wait=30';
    const other = await send('POST', place, { body: {}, headers: bob });
    expect(other.body.status).toBe('completed');
  }
  const { body } = await send('GET', `/api/v1/runs/${started.body.run_id}`, { headers: ann });
  expect(body.status).toBe('running');
});
