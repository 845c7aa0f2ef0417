// Goal: what runs tell a collector holds no token and no secret, though prompts, arguments and results go along. Method: runs that wait for
// a sign-in, work, and fail, against a service that repeats what it is sent; then everything that the collector got is searched.
import { expect, it } from 'vitest';
import { collector, timeoutMs } from '../telemetry/observed-run.ts';
import { connectedServer } from './connected-server.ts';
import { clientSecret } from './oauth-service.ts';

it('[X2813] no token, code or client secret is in spans and metrics, with their content', async () => {
  const told = await collector();
  const tools = ({ url }: { readonly url: string }) => ({
    me: { url: `${url}/api/me`, auth: { connection: 'crm' } },
    broken: { url: `${url}/no/such/place`, auth: { connection: 'crm' } },
    header: { url: `${url}/api/me`, headers: { 'X-Key': '${HEADER_SECRET}' } },
  });
  const world = await connectedServer((service) => ({
    environment: { HEADER_SECRET: 'canary-in-a-header' },
    config: {
      http: { tools: tools(service) },
      telemetry: { endpoint: told.url, content: true, timeoutMs },
    },
    script: {
      replies: [
        {
          toolCalls: ['me', 'broken', 'header'].map((name) => ({ id: name, name, arguments: {} })),
        },
        { text: 'That was all.' },
      ],
    },
  }));
  await world.connect();
  const { url } = world.service;
  const config = { url: `${url}/api/me`, auth: { connection: 'crm' }, full: true };
  const asking = await world.run('ann', { skein: 1, nodes: [{ id: 'ask', type: 'http', config }] });
  expect(asking.status).toBe('waiting');
  const { back, cookie } = await world.begin('ann', 'ann@crm');
  await world.comeBack(back, cookie);
  await expect.poll(async () => (await world.settled('ann', asking.id)).status).toBe('completed');
  const agent = { prompt: 'Look.', tools: ['me', 'broken', 'header'] };
  const looked = await world.run('ann', {
    skein: 1,
    nodes: [{ id: 'look', type: 'agent', config: agent }],
  });
  expect(looked.status).toBe('completed');
  const failing = { url: `${url}/no/such/place`, auth: { connection: 'crm' } };
  const failed = await world.run('ann', {
    skein: 1,
    nodes: [{ id: 'ask', type: 'http', config: failing }],
  });
  expect(failed.status).toBe('failed');
  // Sends what is left.
  await world.server.close();
  const text = told.text();
  // It has what it should: the calls, and what came back with a name in the place of the token.
  expect(text).toContain('execute_tool me');
  expect(text).toContain('[secret crm]');
  const { searchParams } = new URL(back);
  const canaries = [
    clientSecret,
    'canary-in-a-header',
    searchParams.get('code') ?? '',
    searchParams.get('state') ?? '',
    ...(await world.service.seen()).tokens,
  ];
  expect(canaries.length).toBeGreaterThan(4);
  for (const canary of canaries) {
    expect(canary).toMatch(/./);
    for (const form of [canary, encodeURIComponent(canary), btoa(canary)])
      expect(text.includes(form)).toBe(false);
  }
});
