// Goal: the MCP servers and secrets of a user serve that user's runs, and are neither seen nor used by anybody else. Method: two real
// servers; the workflows of one, at its MCP endpoint, are the tools that users of the other set up, each with their own key.
import { makeKey } from '@skein/server';
import { openStore } from '@skein/stores';
import type { Store } from '@skein/ports';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { skein } from './spawn-skein.ts';
import { composeServer, type ComposeServerOptions } from '../src/server/compose-server.ts';

type Loose = ReturnType<typeof JSON.parse>;

interface Served {
  readonly url: string;
  readonly store: Store;
  key(user: string, scope?: 'admin' | 'run'): Promise<string>;
  ask(key: string, method: string, path: string, body?: unknown): Promise<Loose>;
}

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

async function serve(options: Partial<ComposeServerOptions> = {}): Promise<Served> {
  const store = await openStore('memory');
  const server = await composeServer({ store, ...options });
  const { url } = await server.listen({ port: 0 });
  ending.push(() => server.close());
  return {
    url,
    store,
    async key(user, scope = 'admin') {
      const given = { user, name: user, scopes: [scope], expiresAt: null, now: Date.now() };
      const { record, secret } = makeKey(given);
      await store.keys.create(record);
      return secret;
    },
    async ask(key, method, path, body) {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : JSON.parse(text), text };
    },
  };
}

const flow = (id: string, node: object) => ({ skein: 1, id, name: id, nodes: [node], edges: [] });

let remote: Served;
let remoteKeys: { readonly ann: string; readonly bob: string };

/** Whoever calls the tool learns whose key it was called with. */
beforeEach(async () => {
  remote = await serve();
  remoteKeys = { ann: await remote.key('ann'), bob: await remote.key('bob') };
  for (const [user, key] of Object.entries(remoteKeys)) {
    const whose = { id: 'say', type: 'transform', config: { value: `with the key of ${user}` } };
    await remote.ask(key, 'POST', '/workflows', flow('whose', whose));
  }
});

const calling = flow('calling', { id: 'call', type: 'tool', config: { tool: 'shop-whose' } });

/** The result of the tool, or the failure of the run. */
async function run(main: Served, key: string): Promise<string> {
  await main.ask(key, 'POST', '/workflows', calling);
  const { body } = await main.ask(key, 'POST', '/workflows/calling/run?wait=60', {});
  return JSON.stringify(body.run.outputs?.call ?? body.run.failure ?? body.run);
}

function shop(secret = 'SHOP'): object {
  return { url: `${remote.url}/mcp`, headers: { Authorization: `Bearer \${${secret}}` } };
}

it('[X162] the MCP servers and secrets of a user serve that user and nobody else', async () => {
  const { hostname } = new URL(remote.url);
  const main = await serve({
    config: { http: { allow: [hostname] } },
    environment: { HOST_TOKEN: remoteKeys.ann },
  });
  const [ann, bob] = [await main.key('ann'), await main.key('bob')];
  const put = (key: string, path: string, body: object) => main.ask(key, 'PUT', path, body);
  const secret = await put(ann, '/my/secrets/SHOP', { value: remoteKeys.ann });
  expect([secret.status, secret.text.includes(remoteKeys.ann)]).toEqual([201, false]);
  const made = await put(ann, '/my/mcp-servers/shop', shop());
  expect([made.status, made.body.state, made.body.error]).toEqual([201, 'ready', null]);
  expect(made.body.tools.map((tool: Loose) => tool.id)).toContain('shop-whose');
  expect(made.text).not.toContain(remoteKeys.ann);
  expect(await run(main, ann)).toContain('with the key of ann');

  const tools = async (key: string) =>
    (await main.ask(key, 'GET', '/tools')).body.items.map((tool: Loose) => tool.name);
  expect(await tools(ann)).toContain('shop-whose');
  expect(await tools(bob)).not.toContain('shop-whose');
  expect(await run(main, bob)).toContain('TOOL_NOT_FOUND');
  for (const path of ['/my/mcp-servers', '/my/secrets'])
    expect((await main.ask(bob, 'GET', path)).body.items).toEqual([]);
  for (const path of ['/my/mcp-servers/shop', '/my/secrets/SHOP'])
    expect((await main.ask(bob, 'DELETE', path)).status).toBe(404);

  // Neither the secret of another user nor one of the host is found under its name.
  for (const name of ['SHOP', 'HOST_TOKEN']) {
    const { body } = await put(bob, '/my/mcp-servers/shop', shop(name));
    expect([body.state, body.error]).toEqual(['failed', expect.stringContaining(name)]);
    expect(await run(main, bob)).not.toContain('with the key');
  }
  await put(bob, '/my/secrets/SHOP', { value: remoteKeys.bob });
  expect((await put(bob, '/my/mcp-servers/shop', shop())).body.state).toBe('ready');
  expect(await run(main, bob)).toContain('with the key of bob');
  expect(await run(main, ann)).toContain('with the key of ann');

  // What is deleted is not used again.
  expect((await main.ask(ann, 'DELETE', '/my/secrets/SHOP')).status).toBe(204);
  expect(await run(main, ann)).not.toContain('with the key of');
  expect((await main.ask(ann, 'DELETE', '/my/mcp-servers/shop')).status).toBe(204);
  expect(await run(main, ann)).toContain('TOOL_NOT_FOUND');
  expect(await run(main, bob)).toContain('with the key of bob');
  // No value is readable in the store.
  const { items } = await main.store.secrets.list({ user: 'bob' });
  const sealed = await main.store.secrets.get(items[0]?.name ?? '', 'bob');
  expect(sealed?.sealed).not.toContain(remoteKeys.bob);
});

it('[X162] what a user has set of an MCP server is returned, so that a change can keep it', async () => {
  const main = await serve();
  const ann = await main.key('ann');
  const rest = { tools: { whose: { approve: true } }, disabled: true, runToken: true };
  const { body } = await main.ask(ann, 'PUT', '/my/mcp-servers/shop', { ...shop(), ...rest });
  expect([body.settings, body.url]).toEqual([rest, `${remote.url}/mcp`]);
  const again = { url: body.url, headers: body.headers, ...body.settings };
  const same = await main.ask(ann, 'PUT', '/my/mcp-servers/shop', again);
  expect([same.status, same.body.settings, same.body.headers]).toEqual([200, rest, body.headers]);
});

it('[X163] a user names addresses and no processes, and none in the network of the server', async () => {
  const main = await serve();
  const ann = await main.key('ann');
  const put = (body: object) => main.ask(ann, 'PUT', '/my/mcp-servers/shop', body);
  expect((await put({ command: 'touch', args: ['/tmp/x'] })).status).toBe(400);
  expect((await put({ url: 'file:///etc/passwd' })).status).toBe(400);
  await main.ask(ann, 'PUT', '/my/secrets/SHOP', { value: remoteKeys.ann });
  const refused = await put(shop());
  expect([refused.status, refused.body.state]).toEqual([201, 'failed']);
  expect(refused.body.error).toMatch(/is not one of the open internet\.$/);
  expect(await run(main, ann)).not.toContain('with the key');
  const reader = await main.key('ann', 'run');
  expect((await main.ask(reader, 'GET', '/my/secrets')).status).toBe(403);
});

it('[X164] the command line sets up secrets and MCP servers of the user of the key', async () => {
  const { hostname } = new URL(remote.url);
  const main = await serve({ config: { http: { allow: [hostname] } } });
  const [ann, bob] = [await main.key('ann'), await main.key('bob')];
  const cli = (given: readonly string[], stdin = '') =>
    skein([...given, '--server', main.url, '--json'], { stdin, env: { SKEIN_KEY: ann } });
  expect(await cli(['secrets', 'set', 'SHOP', '--own'], remoteKeys.ann)).toMatchObject({ code: 0 });
  expect((await cli(['secrets', 'ls', '--own'])).stdout).toContain('SHOP');
  // Those of the server are the operator's.
  expect((await cli(['secrets', 'ls'])).code).toBe(4);
  const header = ['--header', 'Authorization: Bearer ${SHOP}'];
  const added = await cli(['tools', 'add', 'shop', '--url', `${remote.url}/mcp`, ...header]);
  expect([added.code, JSON.parse(added.stdout).state]).toEqual([0, 'ready']);
  expect((await cli(['tools', 'ls'])).stdout).toContain('shop-whose');
  expect(await run(main, ann)).toContain('with the key of ann');
  expect(await run(main, bob)).toContain('TOOL_NOT_FOUND');
  expect((await cli(['tools', 'rm', 'shop'])).code).toBe(0);
  expect((await cli(['secrets', 'rm', 'SHOP', '--own'])).code).toBe(0);
  expect((await main.ask(ann, 'GET', '/my/mcp-servers')).body.items).toEqual([]);
  const here = await skein(['tools', 'add', 'x', '--url', 'https://a.example', '--json']);
  expect(here.code).toBe(2);
});
