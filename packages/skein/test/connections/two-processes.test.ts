// Goal: two processes that renew the same tokens at the same moment do not lose the account. Method: a PostgreSQL database, an OAuth server
// that ends the whole sign-in when a refresh token is used twice, and real processes, over and over.
import { fork } from 'node:child_process';
import { createConnections, sealer } from '@skein/server';
import { openStore } from '@skein/stores';
import { freshPostgres, hostFile, neededServer } from '@skein/testkit';
import { expect, it, onTestFinished, vi } from 'vitest';
import { clientId, clientSecret, signInByHand, startOauthService } from './oauth-service.ts';

const origin = 'http://skein.test';
const key = Buffer.alloc(32, 9);

function process(place: string) {
  const main = hostFile('packages/skein/test/connections/renew-main.ts');
  const child = fork(main, [place, key.toString('base64')], { execArgv: [] });
  const next = () => new Promise<unknown>((done) => child.once('message', done));
  return { child, next };
}

it('[X2503] processes that renew a token at the same time use its refresh token once', async () => {
  const service = await startOauthService(`${origin}/connections/callback`);
  onTestFinished(() => service.close());
  const database = await freshPostgres(await neededServer('postgres'));
  onTestFinished(() => database.drop());
  const store = await openStore(database.url);
  onTestFinished(async () => store.close());
  const parts = { store, sealer: sealer(key), clock: Date, place: () => origin };
  const connections = createConnections(parts);
  await connections.put('crm', {
    issuer: service.url,
    clientId,
    clientSecret,
    scopes: ['api'],
    hosts: [service.host],
  });
  await service.setSeconds(30);
  const tokens = await signInByHand(service.url, `${origin}/connections/callback`, 'ann@crm');
  await connections.keep(
    { connection: 'crm', user: 'ann' },
    { ...tokens, expiresAt: 1, dead: null },
  );
  for (let round = 0; round < 3; round++) {
    const processes = [process(database.url), process(database.url), process(database.url)];
    await Promise.all(processes.map(({ next }) => next()));
    const answers = processes.map(({ next }) => next());
    for (const { child } of processes) child.send('go');
    const got = (await Promise.all(answers)).flat();
    expect(got.map((each) => (each as { state: string }).state)).toEqual(Array(12).fill('ready'));
  }
  const { granted, refused } = await service.seen();
  expect(refused).toBe(0);
  expect(granted).toBeGreaterThanOrEqual(3);
});

it('[X2502] a refresh token that another process has used is no reason to give up: its tokens are read', async () => {
  const service = await startOauthService(`${origin}/connections/callback`);
  onTestFinished(() => service.close());
  const store = await openStore('memory');
  onTestFinished(async () => store.close());
  const parts = { store, sealer: sealer(key), clock: Date, place: () => origin };
  const connections = createConnections(parts);
  await connections.put('crm', { issuer: service.url, clientId, clientSecret, hosts: ['x'] });
  const row = { connection: 'crm', user: 'ann' };
  const old = { accessToken: 'old', refreshToken: 'used', expiresAt: 1, dead: null };
  await connections.keep(row, old);
  // Somebody whose claim ran out stores what it got while the service is asked.
  const newer = { accessToken: 'new', refreshToken: 'next', expiresAt: null, dead: null };
  const read = store.connections.get.bind(store.connections);
  const get = vi.spyOn(store.connections, 'get');
  let reads = 0;
  get.mockImplementation(async (name, user) => {
    reads += 1;
    // The first two are those before the service is asked.
    if (reads === 3) await connections.keep(row, newer);
    return read(name, user);
  });
  expect(await connections.access('crm', { user: 'ann' })).toMatchObject({
    state: 'ready',
    token: 'new',
  });
  expect((await service.seen()).refused).toBe(1);
});
