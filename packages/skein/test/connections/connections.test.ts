// Goal: a run uses the account of its owner, waits where there is none, and goes on after the sign-in; nobody gets the account of another.
// Method: a composed server, a real OAuth server with refresh tokens for one use, and a browser made of fetch.
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { connectedServer, origin, type Loose } from './connected-server.ts';
import { clientSecret } from './oauth-service.ts';

function flow(url: string, more: object = {}) {
  const config = { url, auth: { connection: 'crm' }, ...more };
  return { skein: 1, nodes: [{ id: 'ask', type: 'http', config }], edges: [] };
}

it('[X2500][X2510] a run without an account waits for the sign-in of its owner, and then goes on', async () => {
  const world = await connectedServer();
  await world.connect();
  const { url } = world.service;
  const first = await world.run('ann', flow(`${url}/api/me`));
  expect(first.status).toBe('waiting');
  const [wait] = await world.waits('ann');
  expect(wait).toMatchObject({
    kind: 'auth',
    data: { connection: 'crm', url: `${origin}/settings?tab=connections` },
  });
  expect(await world.waits('bob')).toEqual([]);
  // Whoever answers without having signed in gains nothing.
  await world.call('ann', 'POST', `/waits/${wait.id}/answer`, {});
  await expect.poll(async () => (await world.waits('ann')).length).toBe(1);
  const { status, html } = await world.signIn('ann', 'ann@crm');
  expect([status, html]).toEqual([
    200,
    expect.stringContaining('A run that waited for it went on'),
  ]);
  await expect.poll(async () => (await world.settled('ann', first.id)).status).toBe('completed');
  const { output } = await world.settled('ann', first.id);
  expect(output).toMatchObject({ account: 'ann@crm', sent: 'Bearer [secret crm]' });
  // The account of one user is not that of another.
  const other = await world.run('bob', flow(`${url}/api/me`));
  expect(other.status).toBe('waiting');
  await world.signIn('bob', 'bob@crm');
  await expect
    .poll(async () => (await world.settled('bob', other.id)).output?.account)
    .toBe('bob@crm');
  expect((await world.service.seen()).asked).toEqual(['ann@crm', 'bob@crm']);
});

it('[X2511] a POST that needs a sign-in is sent once, after it', async () => {
  const world = await connectedServer();
  await world.connect();
  const config = { method: 'POST', body: { json: { a: 1 } } };
  const run = await world.run('ann', flow(`${world.service.url}/api/orders`, config));
  expect(run.status).toBe('waiting');
  await world.signIn('ann', 'ann@crm');
  await expect.poll(async () => (await world.settled('ann', run.id)).status).toBe('completed');
  expect((await world.service.seen()).asked).toEqual(['ann@crm']);
});

it('[X2501] a token that has ended is renewed, and one that the service refuses is replaced', async () => {
  const world = await connectedServer();
  await world.connect();
  const { service } = world;
  await service.setSeconds(30);
  await world.signIn('ann', 'ann@crm');
  const done = await world.run('ann', flow(`${service.url}/api/me`));
  expect([done.status, (await service.seen()).granted]).toEqual(['completed', 1]);
  await service.setSeconds(3600);
  await world.run('ann', flow(`${service.url}/api/me`));
  expect(await service.seen()).toMatchObject({ granted: 2, refused: 0 });
  // Now its time says that it is good, and the service refuses it.
  await service.refuseTokens();
  const { output } = await world.run('ann', flow(`${service.url}/api/me`));
  expect(output.account).toBe('ann@crm');
  const { asked, granted } = await service.seen();
  expect([asked, granted]).toEqual([['ann@crm', 'ann@crm', 'nobody', 'ann@crm'], 3]);
});

it('[X2502] tokens that are dead make the run wait, and it continues after another sign-in', async () => {
  const world = await connectedServer();
  await world.connect();
  const { service } = world;
  await world.signIn('ann', 'ann@crm');
  await service.endSignIns();
  const run = await world.run('ann', flow(`${service.url}/api/me`));
  expect(run.status).toBe('waiting');
  const [item] = (await world.call('ann', 'GET', '/connections')).json.items;
  expect(item.account.state).toBe('ended');
  expect(await service.seen()).toMatchObject({ granted: 0, refused: 1 });
  await world.signIn('ann', 'ann@crm');
  await expect
    .poll(async () => (await world.settled('ann', run.id)).output?.account)
    .toBe('ann@crm');
});

it('[X2503] many runs at once renew a token once', async () => {
  const world = await connectedServer();
  await world.connect();
  const { service } = world;
  await service.setSeconds(30);
  await world.signIn('ann', 'ann@crm');
  await service.setSeconds(3600);
  const runs = await Promise.all(
    Array.from({ length: 6 }, () => world.run('ann', flow(`${service.url}/api/me`))),
  );
  expect(new Set(runs.map(({ status }: Loose) => status))).toEqual(new Set(['completed']));
  expect(await service.seen()).toMatchObject({ granted: 1, refused: 0 });
});

it('[X2512] a tool of the configuration waits and goes on in the same way, without telling the model', async () => {
  const world = await connectedServer(({ url }) => ({
    config: {
      http: { tools: { me: { url: `${url}/api/me`, auth: { connection: 'crm' } } } },
    },
    script: { replies: [{ toolCalls: [{ name: 'me', arguments: {} }] }, { text: 'Hello.' }] },
  }));
  await world.connect();
  const nodes = [{ id: 'agent', type: 'agent', config: { prompt: 'Hi', tools: ['me'] } }];
  const run = await world.run('ann', { skein: 1, nodes, edges: [] });
  expect(run.status).toBe('waiting');
  await world.signIn('ann', 'ann@crm');
  await expect.poll(async () => (await world.settled('ann', run.id)).status).toBe('completed');
  const { json } = await world.call('ann', 'GET', `/runs/${run.id}/journal`);
  const said = JSON.stringify(json);
  expect(said).toContain('ann@crm');
  expect(said).not.toContain('SIGN_IN_NEEDED');
  expect((await world.service.seen()).asked).toEqual(['ann@crm']);
});

it('[X2513] tokens go to the hosts of the connection alone, and data cannot choose the connection', async () => {
  const world = await connectedServer(({ host }) => ({
    http: { allow: [host, 'localhost'] },
  }));
  await world.connect();
  await world.signIn('ann', 'ann@crm');
  const elsewhere = world.service.url.replace('127.0.0.1', 'localhost');
  const refused = await world.run('ann', flow(`${elsewhere}/api/me`));
  expect(refused).toMatchObject({ status: 'failed', error: { code: 'CONNECTION_REFUSED' } });
  const unknown = flow(`${world.service.url}/api/me`, { auth: { connection: 'other' } });
  expect(await world.run('ann', unknown)).toMatchObject({
    status: 'failed',
    error: { code: 'CONNECTION_REFUSED', message: expect.stringContaining('Known: crm') },
  });
  const chosen = flow(`${world.service.url}/api/me`, { auth: { connection: '${trigger.name}' } });
  expect((await world.call('ann', 'POST', '/workflows', chosen)).status).toBe(422);
  expect((await world.service.seen()).asked).toEqual([]);
});

it('[X2504] no token, code, state or client secret is in the journal, an export, a cassette, a log, an answer or the database', async () => {
  const world = await connectedServer();
  await world.connect();
  const { service } = world;
  const run = await world.run('ann', flow(`${service.url}/api/me`, { full: true }));
  const { back, cookie } = await world.begin('ann', 'ann@crm');
  const page = await world.comeBack(back, cookie);
  await expect.poll(async () => (await world.settled('ann', run.id)).status).toBe('completed');
  const seen = [page.html, JSON.stringify(world.logged)];
  for (const where of [
    `/runs/${run.id}`,
    `/runs/${run.id}/journal`,
    `/runs/${run.id}/calls`,
    `/runs/${run.id}/bundle`,
    `/runs/${run.id}/cassette`,
    '/connections',
    '/connection-presets',
    '/audit',
    '/metrics',
  ])
    seen.push((await world.call('ann', 'GET', where)).text);
  seen.push((await world.call('local', 'GET', '/connections')).text);
  for (const file of [world.file, `${world.file}-wal`])
    if (existsSync(file)) seen.push(readFileSync(file, 'latin1'));
  const { searchParams } = new URL(back);
  const canaries = [
    clientSecret,
    searchParams.get('code')!,
    searchParams.get('state')!,
    ...(await service.seen()).tokens,
  ];
  expect(canaries.length).toBeGreaterThan(4);
  for (const canary of canaries) expect(seen.filter((text) => text.includes(canary))).toEqual([]);
});
