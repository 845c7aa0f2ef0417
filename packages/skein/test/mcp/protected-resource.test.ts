// A client of MCP that has no token finds out who gives one, where the configuration names an identity provider, and only there.
import { makeKey } from '@skein/server';
import { openStore } from '@skein/stores';
import { expect, it, onTestFinished } from 'vitest';
import { composeServer } from '../../src/server/compose-server.ts';

async function world(config: object) {
  const store = await openStore('memory');
  const key = makeKey({ user: '', name: 'op', scopes: ['admin'], expiresAt: null, now: 0 });
  await store.keys.create(key.record);
  const origins = ['https://skein.example'];
  const server = await composeServer({ store, environment: {}, origins, config });
  onTestFinished(() => server.close());
  return (path: string, init?: RequestInit) =>
    server.fetch(new Request(`https://skein.example${path}`, init));
}

const call = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
const metadataUrl = 'https://skein.example/.well-known/oauth-protected-resource/mcp';

it('[X2520] a refused MCP client is told where the metadata of the endpoint are, which name the identity provider', async () => {
  const issuer = 'https://login.example.com';
  const ask = await world({ server: { oidc: { issuer, audience: 'skein' } } });
  const refused = await ask('/mcp', call);
  expect(refused.status).toBe(401);
  const challenge = refused.headers.get('www-authenticate') ?? '';
  expect(challenge).toContain(`resource_metadata="${metadataUrl}"`);
  for (const path of [
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-protected-resource',
  ]) {
    const found = await ask(path);
    expect([found.status, found.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(await found.json()).toMatchObject({
      resource: 'https://skein.example/mcp',
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
    });
  }
  // What else is refused says nothing of it.
  const other = await ask('/api/v1/runs');
  expect([other.status, other.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="skein"',
  ]);
});

it('[X2520] without an identity provider there is nothing to find', async () => {
  const ask = await world({});
  const refused = await ask('/mcp', call);
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="skein"',
  ]);
  expect((await ask('/.well-known/oauth-protected-resource')).status).toBe(404);
});
