// Goal: an operator sets up models and tools while the server runs, nothing is used before somebody chooses it, and nobody else sees or
// changes it. Method: a composed server over a store of its own, a provider that speaks the real wire formats, a real MCP server process.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { makeKey } from '@skein/server';
import { openStore } from '@skein/stores';
import { startFakeProvider } from '@skein/testkit';
import { expect, it, onTestFinished } from 'vitest';
import type { SkeinConfig } from '../src/config/skein-config.ts';
import { composeServer } from '../src/server/compose-server.ts';

type Loose = ReturnType<typeof JSON.parse>;

const secretKey = new Uint8Array(32).fill(7);

async function world(config: SkeinConfig = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-settings-'));
  const place = `sqlite:${path.join(folder, 'skein.db')}`;
  const keys = new Map<string, string>();
  const first = await openStore(place);
  for (const user of ['local', 'ann']) {
    const owner = user === 'local' ? '' : user;
    const made = makeKey({ user: owner, name: user, scopes: ['admin'], expiresAt: null, now: 0 });
    await first.keys.create(made.record);
    keys.set(user, made.secret);
  }
  await first.close();
  const serve = async (given: SkeinConfig = config) => {
    const store = await openStore(place);
    const server = await composeServer({
      store,
      durable: {},
      folder,
      environment: {},
      secretKey,
      config: given,
    });
    return { server, store, base: given.server?.origins?.[0] ?? 'http://x' };
  };
  let running = await serve();
  const stop = async () => {
    await running.server.close();
    await running.store.close();
  };
  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const as = async (user: string, method: string, where: string, body?: unknown) => {
    const response = await running.server.fetch(
      new Request(`${running.base}/api/v1${where}`, {
        method,
        headers: {
          authorization: `Bearer ${keys.get(user)}`,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return {
      status: response.status,
      text,
      body: (text === '' ? null : JSON.parse(text)) as Loose,
    };
  };
  const restart = async (given?: SkeinConfig) => {
    await stop();
    running = await serve(given);
  };
  return { as, restart, folder, place };
}

/** Runs a workflow whose only node asks a model and names none. */
async function runIt(as: Awaited<ReturnType<typeof world>>['as']): Promise<void> {
  const nodes = [{ id: 'say', type: 'llm', config: { prompt: 'Hello' } }];
  await as('local', 'PUT', '/workflows/ask', { skein: 1, id: 'ask', name: 'Ask', nodes });
  const { body } = await as('local', 'POST', '/workflows/ask/run?wait=20', {});
  expect(body.run.status).toBe('completed');
}

it('[V1900] a provider is added with its key, tested and listed, and changes nothing until its model is chosen', async () => {
  const fake = await startFakeProvider();
  onTestFinished(() => fake.close());
  const { as, restart, place } = await world();
  const body = { type: 'openai-compatible', baseURL: `${fake.url}/v1`, key: 'canary-31415' };
  const before = (await as('local', 'GET', '/providers')).body;
  expect(before).toEqual({ items: [], defaultModel: 'scripted' });
  const put = await as('local', 'PUT', '/providers/local-models', body);
  expect(put.status).toBe(201);
  expect(put.body).toMatchObject({
    id: 'local-models',
    key: 'LOCAL_MODELS_API_KEY',
    hasKey: true,
    from: 'settings',
  });
  const tested = await as('local', 'POST', '/providers/local-models/test', {});
  expect(tested.body).toMatchObject({ ok: true, model: 'fake-large', message: 'ok' });
  expect(fake.requests.at(-1)?.headers['authorization']).toBe('Bearer canary-31415');
  const listed = (await as('local', 'GET', '/providers/local-models/models')).body.items;
  expect(listed.map((each: Loose) => each.name)).toEqual(['fake-large', 'fake-small']);

  // Nobody has chosen it: the offline model still answers.
  const asked = fake.requests.length;
  await runIt(as);
  expect(fake.requests).toHaveLength(asked);
  expect((await as('local', 'GET', '/providers')).body.defaultModel).toBe('scripted');
  const chosen = await as('local', 'PUT', '/models/default', { model: 'local-models/fake-small' });
  expect(chosen.body).toEqual({ defaultModel: 'local-models/fake-small' });
  await runIt(as);
  expect(fake.requests.at(-1)?.body['model']).toBe('fake-small');
  await restart();
  expect((await as('local', 'GET', '/providers')).body.defaultModel).toBe(
    'local-models/fake-small',
  );

  fake.reply({ error: { status: 401, body: { error: { message: 'Wrong key.' } } } });
  const refused = await as('local', 'POST', '/providers/local-models/test', { model: 'x' });
  expect(refused.body.ok).toBe(false);
  expect(refused.body.message).toContain('401');

  // Neither the store nor an answer has the key.
  expect(readFileSync(place.slice('sqlite:'.length)).includes('canary-31415')).toBe(false);
  for (const where of ['/providers', '/secrets', '/models'])
    expect((await as('local', 'GET', where)).text).not.toContain('canary-31415');
  // Who is not the operator neither reads nor changes it.
  expect((await as('ann', 'GET', '/providers')).status).toBe(403);
  expect((await as('ann', 'PUT', '/providers/x', body)).status).toBe(403);
  expect((await as('ann', 'PUT', '/models/default', { model: null })).status).toBe(403);

  expect((await as('local', 'DELETE', '/providers/local-models')).status).toBe(204);
  expect((await as('local', 'GET', '/secrets')).body.items).toEqual([]);
});

it('[V1901] one of the configuration is not replaced, prices are kept, and what is wrong is refused', async () => {
  const { as } = await world({
    providers: { mine: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } },
  });
  const compatible = { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' };
  expect((await as('local', 'PUT', '/providers/mine', compatible)).body.error.code).toBe(
    'NAME_TAKEN',
  );
  expect((await as('local', 'DELETE', '/providers/mine')).body.error.code).toBe('NAME_TAKEN');
  const bare = await as('local', 'PUT', '/providers/bare', { type: 'openai-compatible' });
  expect(bare.body.error.message).toContain('baseURL');
  const prices = { small: { input: 1, output: 2 } };
  const priced = await as('local', 'PUT', '/providers/priced', { ...compatible, prices });
  expect(priced.body.prices).toEqual(prices);
  const gone = await as('local', 'GET', '/providers/priced/models');
  expect(gone.status).toBeGreaterThanOrEqual(400);
  expect(gone.body.error.message).toContain('cannot be listed');
  expect((await as('local', 'POST', '/providers/nobody/test', {})).status).toBe(404);
});

it('[V1902] an MCP server is added by its command, serves everybody, asks where it is told to, and goes again', async () => {
  const { as, folder, restart } = await world();
  const manifest = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/server-filesystem/package.json',
  );
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
  const file = path.join(path.dirname(manifest), Object.values(bin)[0] ?? '');
  const settings = { command: process.execPath, args: [file, folder] };
  const put = await as('local', 'PUT', '/mcp-servers/files', settings);
  expect([put.status, put.body.state, put.body.from]).toEqual([201, 'ready', 'settings']);
  const names = async (user: string) =>
    (await as(user, 'GET', '/tools')).body.items.map((each: Loose) => each.name);
  expect(await names('ann')).toContain('files-write_file');
  const asking = { ...settings, tools: { write_file: { approve: true } } };
  const changed = await as('local', 'PUT', '/mcp-servers/files', asking);
  expect(changed.status).toBe(200);
  const tool = changed.body.tools.find((each: Loose) => each.name === 'write_file');
  expect(tool.approve).toBe(true);
  await restart();
  expect((await as('local', 'GET', '/mcp-servers/files')).body.settings).toEqual(asking);
  expect(await names('local')).toContain('files-write_file');
  // Others see that it is there, and not what starts it.
  expect((await as('ann', 'GET', '/mcp-servers')).text).not.toContain('server-filesystem/');
  expect((await as('ann', 'GET', '/mcp-servers/files')).status).toBe(403);
  expect((await as('ann', 'PUT', '/mcp-servers/evil', settings)).status).toBe(403);
  const both = { ...settings, url: 'https://mcp.example.com/mcp' };
  expect((await as('local', 'PUT', '/mcp-servers/x', both)).body.error.code).toBe('BAD_VALUE');
  const broken = await as('local', 'PUT', '/mcp-servers/broken', { command: '/no/such/program' });
  expect([broken.status, broken.body.state]).toEqual([201, 'failed']);
  expect((await as('local', 'DELETE', '/mcp-servers/files')).status).toBe(204);
  expect(await names('ann')).not.toContain('files-write_file');
});

it('[V2461] a server that others can reach takes no MCP server by its command, and starts none, unless the configuration says so', async () => {
  const command = { command: '/no/such/program' };
  const url = { url: 'http://127.0.0.1:9/mcp' };
  const { as, restart } = await world();
  expect((await as('local', 'PUT', '/mcp-servers/mine', command)).status).toBe(201);
  const mine = async () =>
    (await as('local', 'GET', '/mcp-servers')).body.items.find(
      (each: Loose) => each.name === 'mine',
    );
  for (const server of [{ origins: ['https://skein.example'] }, { mcpCommands: false }]) {
    await restart({ server });
    expect(await mine()).toMatchObject({
      state: 'disabled',
      error: expect.stringContaining('Commands are switched off'),
    });
    const put = await as('local', 'PUT', '/mcp-servers/other', command);
    expect(put.body.error).toMatchObject({
      code: 'NOT_ALLOWED',
      hint: expect.stringContaining('mcpCommands'),
    });
    expect((await as('local', 'PUT', '/mcp-servers/by-url', url)).status).toBeLessThan(300);
  }
  for (const server of [
    { origins: ['https://skein.example'], mcpCommands: true },
    { origins: ['http://localhost:4680'] },
  ]) {
    await restart({ server });
    expect((await mine()).state).toBe('failed');
    expect((await as('local', 'PUT', '/mcp-servers/other', command)).status).toBeLessThan(300);
  }
});
