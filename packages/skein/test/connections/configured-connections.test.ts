// Goal: connections of skein.config.json are there for everybody, cannot be changed by requests, and keep their tokens to themselves.
// Method: servers one after the other on one store, with other files each time, and a real OAuth server.
import { expect, it } from 'vitest';
import { composeServer } from '../../src/server/compose-server.ts';
import { connectedServer } from './connected-server.ts';
import { clientId, clientSecret, type OauthService } from './oauth-service.ts';

const connection = ({ url, host }: OauthService) => ({
  issuer: url,
  clientId,
  clientSecretEnv: 'CRM_SECRET',
  scopes: ['api'],
  hosts: [host],
});

const environment = { CRM_SECRET: clientSecret };

it('[X2810] a connection of the configuration is signed in to and used; requests neither change nor delete it', async () => {
  const world = await connectedServer((service) => ({
    environment,
    config: { connections: { crm: connection(service) } },
  }));
  const { url } = world.service;
  const config = { url: `${url}/api/me`, auth: { connection: 'crm' } };
  const flow = { skein: 1, nodes: [{ id: 'ask', type: 'http', config }], edges: [] };
  const run = await world.run('ann', flow);
  expect(run.status).toBe('waiting');
  await world.signIn('ann', 'ann@crm');
  await expect
    .poll(async () => (await world.settled('ann', run.id)).output?.account)
    .toBe('ann@crm');
  const { items } = (await world.call('ann', 'GET', '/connections')).json;
  expect(items).toMatchObject([
    { name: 'crm', clientId, hasSecret: true, account: { state: 'signed-in' } },
  ]);
  for (const [method, body] of [['PUT', world.settings], ['DELETE']] as const) {
    const refused = await world.call('local', method, '/connections/crm', body);
    expect([refused.status, refused.json.error.message]).toEqual([
      409,
      expect.stringContaining('connection of the configuration "crm"'),
    ]);
  }
});

it('[X2811] tokens of a connection of the configuration are those of its service and client: after a change everybody signs in again', async () => {
  const world = await connectedServer((service) => ({
    environment,
    config: { connections: { crm: connection(service) } },
  }));
  await world.signIn('ann', 'ann@crm');
  const stateWith = async (crm: object) => {
    const server = await composeServer({
      store: world.store,
      secretKey: new Uint8Array(32).fill(7),
      environment,
      config: { connections: { crm: { ...connection(world.service), ...crm } } },
      durable: { recovers: false },
    });
    const request = new Request('http://skein.test/api/v1/connections', {
      headers: { authorization: `Bearer ${world.keyOf('ann')}` },
    });
    const { items } = (await (await server.fetch(request)).json()) as {
      items: { account: { state: string } }[];
    };
    await server.close();
    return items[0]?.account.state;
  };
  expect(await stateWith({})).toBe('signed-in');
  expect(await stateWith({ hosts: ['elsewhere.example.org'] })).toBe('none');
  expect(await stateWith({ clientId: 'another' })).toBe('none');
  expect(await stateWith({})).toBe('signed-in');
});

it('[X2812] what is wrong with one is said before anything is opened', async () => {
  const { store } = await connectedServer();
  const problemOf = async (crm: Record<string, unknown>) => {
    // What is wrong is the point.
    const config = { connections: { crm } } as never;
    return composeServer({ store, config, environment: {} }).then(
      () => '',
      (error: unknown) => String(error),
    );
  };
  expect(await problemOf({ clientId, preset: 'gogle' })).toContain(
    '/connections/crm cannot be used: there is no preset "gogle". Known: ',
  );
  expect(await problemOf({ clientId })).toContain('it needs a "preset", an "issuer", ');
  expect(await problemOf({ clientId, issuer: 'http://crm.example.org', hosts: ['a'] })).toContain(
    'is not an https address',
  );
});

it('[X3200] a client secret that is nowhere is named at its connection, and the others are listed and signed in to', async () => {
  const world = await connectedServer((service) => ({
    environment,
    config: {
      connections: {
        crm: connection(service),
        lost: { ...connection(service), clientSecretEnv: 'LOST_SECRET' },
      },
    },
  }));
  await world.signIn('ann', 'ann@crm');
  const { status, json } = await world.call('ann', 'GET', '/connections');
  const why = '/connections/lost/clientSecretEnv: There is no variable and no secret LOST_SECRET';
  expect([status, json.items]).toMatchObject([
    200,
    [
      { name: 'crm', problem: null, account: { state: 'signed-in' } },
      { name: 'lost', hasSecret: false, problem: expect.stringContaining(why) },
    ],
  ]);
  const refused = await world.call('ann', 'POST', '/connections/lost/sign-in');
  expect([refused.status, refused.json.error.message]).toEqual([502, expect.stringContaining(why)]);
  const changed = await world.call('local', 'DELETE', '/connections/lost');
  expect(changed.status).toBe(409);
});
