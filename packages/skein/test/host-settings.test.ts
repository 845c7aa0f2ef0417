// Secrets and MCP servers of a server, set and looked at over HTTP: a real MCP server from npm, a real HTTP server as the place
// that a secret is meant for.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createClient } from '@skein/api';
import { makeKey, type SkeinServer } from '@skein/server';
import { openStore } from '@skein/stores';
import { startFakeProvider } from '@skein/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { composeServer } from '../src/server/compose-server.ts';

const canary = 'canary-value-77aa';
const require = createRequire(new URL('../../agents/package.json', import.meta.url));
const filesystem = path.join(
  path.dirname(require.resolve('@modelcontextprotocol/server-filesystem/package.json')),
  'dist/index.js',
);

const seen: string[] = [];
const outside = createServer((request, response) => {
  seen.push(String(request.headers.authorization));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ headers: request.headers }));
});
let port = 0;
let folder = '';
const open = new Set<SkeinServer>();

beforeAll(async () => {
  await new Promise<void>((done) => outside.listen(0, '127.0.0.1', done));
  ({ port } = outside.address() as AddressInfo);
});
afterAll(() => outside.close());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'skein-host-'));
});
afterEach(async () => {
  for (const server of open) await server.close();
  open.clear();
  rmSync(folder, { recursive: true, force: true });
});

const asking = {
  skein: 1,
  id: 'asking',
  nodes: [{ id: 'ask', type: 'tool', config: { tool: 'crm', args: {} } }],
};

async function serve(environment: Readonly<Record<string, string>> = {}) {
  const server = await composeServer({
    store: `sqlite:${path.join(folder, 'skein.db')}`,
    folder,
    environment,
    secretKey: Buffer.alloc(32, 7),
    templates: [],
    config: {
      mcpServers: { fs: { command: process.execPath, args: [filesystem, folder] } },
      http: {
        allow: [`127.0.0.1:${port}`],
        tools: {
          crm: { url: `http://127.0.0.1:${port}/`, headers: { Authorization: 'Bearer ${CRM}' } },
        },
      },
    },
  });
  open.add(server);
  const { url } = await server.listen({ port: 0 });
  return { server, url, client: createClient({ server: url }) };
}

it('[X107] a secret that is kept over HTTP fills the configuration, and never comes back', async () => {
  const { client, server } = await serve();
  await client.call('createWorkflow', { body: asking });
  const run = () =>
    client.call('runWorkflow', { params: { id: 'asking' }, query: { wait: 20 }, body: {} });
  expect((await run()).run?.error?.message).toContain('CRM');
  const params = { name: 'CRM' };
  const made = await client.send('putSecret', { params, body: { value: canary } });
  expect([made.status, made.body.hosts]).toEqual([201, null]);
  const { run: done } = await run();
  expect([done?.status, seen.at(-1)]).toEqual(['completed', `Bearer ${canary}`]);
  const elsewhere = { value: canary, hosts: ['crm.example.com'] };
  expect((await client.send('putSecret', { params, body: elsewhere })).status).toBe(200);
  expect((await run()).status).toBe('failed');
  const { items } = await client.call('listSecrets', {});
  expect(items).toMatchObject([{ name: 'CRM', hosts: ['crm.example.com'], isReadable: true }]);
  const answers = [done, items, await client.call('getSecret', { params })];
  const { items: notes } = await client.call('listAudit', { query: { subject: 'CRM' } });
  expect(notes.map(({ action }) => action)).toEqual(['secret.save', 'secret.save']);
  expect(JSON.stringify([answers, notes])).not.toContain(canary);
  await client.call('deleteSecret', { params });
  await expect(client.call('getSecret', { params })).rejects.toMatchObject({ status: 404 });
  const bad = client.call('putSecret', { params: { name: 'trigger:1' }, body: { value: 'x' } });
  await expect(bad).rejects.toMatchObject({ status: 400 });
  open.delete(server);
  await server.close();
  for (const file of readdirSync(folder).filter((name) => name.startsWith('skein.db'))) {
    expect(readFileSync(path.join(folder, file)).includes(canary)).toBe(false);
  }
});

it('[X107] the key of a provider counts from the moment it is set, changed or taken away', async () => {
  const provider = await startFakeProvider();
  try {
    const { client } = await serve({ OPENAI_BASE_URL: `${provider.url}/v1` });
    const nodes = [{ id: 'say', type: 'llm', config: { prompt: 'Hello.' } }];
    await client.call('createWorkflow', { body: { skein: 1, id: 'saying', nodes } });
    const params = { name: 'OPENAI_API_KEY' };
    const said = async () => {
      const call = { params: { id: 'saying' }, query: { wait: 20 }, body: {} };
      const { run } = await client.call('runWorkflow', call);
      return run?.output;
    };
    const named = async () =>
      (await client.call('listModels', {})).items.map(({ name, hasKey }) => [name, hasKey]);
    const offline = ['scripted', undefined];
    // The environment names the provider, so its usual model answers where none is named.
    const usual = ['openai/gpt-5-mini', undefined];
    const keyless = [null, [usual, ['openai/', false], offline]];
    expect([await said(), await named()]).toEqual(keyless);
    for (const value of ['sk-first', 'sk-second']) {
      await client.call('putSecret', { params, body: { value } });
      expect([await said(), await named()]).toEqual(['ok', [usual, ['openai/', true], offline]]);
      expect(provider.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${value}`);
    }
    await client.call('deleteSecret', { params });
    expect([await said(), await named()]).toEqual(keyless);
    expect(provider.requests).toHaveLength(2);
    const another = { name: 'ANTHROPIC_API_KEY' };
    await client.call('putSecret', { params: another, body: { value: 'sk-other' } });
    expect(await named()).toContainEqual(['anthropic/', true]);
  } finally {
    await provider.close();
  }
});

it('[X108] MCP servers are listed with their tools, and what has changed is confirmed, as it was looked at', async () => {
  const { client } = await serve();
  const read = async () => (await client.call('listMcpServers', {})).items;
  const [first] = await read();
  expect(first).toMatchObject({ name: 'fs', transport: 'stdio', state: 'ready', error: null });
  const tool = first?.tools.find(({ name }) => name === 'read_text_file');
  expect(tool?.state).toBe('ready');
  // As if the server had described it in another way before.
  const file = path.join(folder, '.skein', 'confirmed-tools.json');
  const kept = readFileSync(file, 'utf8').replace(tool?.hash ?? '?', () => 'another');
  writeFileSync(file, kept);
  const stateOf = async () =>
    (await read())[0]?.tools.find(({ name }) => name === 'read_text_file')?.state;
  expect(await stateOf()).toBe('changed');
  const params = { name: 'fs' };
  const confirm = (hash: string) =>
    client.call('confirmMcpServer', {
      params,
      body: { tools: [{ name: 'read_text_file', hash }] },
    });
  await confirm('what somebody else saw');
  expect(await stateOf()).toBe('changed');
  await confirm(tool?.hash ?? '');
  expect(await stateOf()).toBe('ready');
  const unknown = client.call('confirmMcpServer', { params: { name: 'nobody' }, body: {} });
  await expect(unknown).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
});

it('[X107][X108] the settings of a server are for its own user, whatever the scope of others', async () => {
  const store = await openStore(`sqlite:${path.join(folder, 'skein.db')}`);
  const ann = makeKey({ user: 'ann', name: 'a', scopes: ['admin'], expiresAt: null, now: 1 });
  const own = makeKey({ user: '', name: 'o', scopes: ['admin'], expiresAt: null, now: 1 });
  for (const { record } of [ann, own]) await store.keys.create(record);
  await store.close();
  const { url } = await serve();
  const params = { name: 'CRM' };
  const anns = createClient({ server: url, key: ann.secret });
  for (const ask of [
    () => anns.call('listSecrets', {}),
    () => anns.call('getSecret', { params }),
    () => anns.call('putSecret', { params, body: { value: 'x' } }),
    () => anns.call('deleteSecret', { params }),
    () => anns.call('confirmMcpServer', { params: { name: 'fs' }, body: {} }),
  ]) {
    await expect(ask()).rejects.toMatchObject({ status: 403, code: 'NOT_ALLOWED' });
  }
  const owns = createClient({ server: url, key: own.secret });
  expect((await owns.call('listSecrets', {})).items).toEqual([]);
});
