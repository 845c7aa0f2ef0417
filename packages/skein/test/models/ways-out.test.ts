// Goal (N1): whatever goes out by the wish of a definition, a model, a document or an answer reaches the open internet only. Method: one
// table of addresses that lead inside, against every kind of call; the inside is a socket that counts connections and bytes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { configuredTools, type GuardOptions, type ToolsConfig } from '@skein/agents';
import { runId, type JsonObject } from '@skein/kernel';
import { createEngine } from 'skein';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

let port = 0;
let reached = 0;
const inside = createServer((socket) => {
  reached += 1;
  socket.destroy();
});
beforeAll(async () => {
  // All addresses of this machine: what is refused must be so because of the guard.
  await new Promise<void>((done) => inside.listen(0, '::', done));
  ({ port } = inside.address() as AddressInfo);
});
afterAll(() => new Promise((done) => inside.close(done)));

/** Every name leads to this machine. */
const lookup: LookupFunction = (_, options, done) => {
  if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
};

const addresses: readonly (readonly [string, () => string])[] = [
  ['this machine', () => `http://127.0.0.1:${port}/`],
  ['its name', () => `http://localhost:${port}/`],
  ['a name that leads here', () => `http://inside.test:${port}/`],
  ['a decimal number', () => `http://2130706433:${port}/`],
  ['octal numbers', () => `http://0177.0.0.1:${port}/`],
  ['hexadecimal', () => `http://0x7f000001:${port}/`],
  ['a short form', () => `http://127.1:${port}/`],
  ['no address at all', () => `http://0.0.0.0:${port}/`],
  ['IPv6', () => `http://[::1]:${port}/`],
  ['mapped IPv6', () => `http://[::ffff:127.0.0.1]:${port}/`],
  ['mapped IPv6 in hexadecimal', () => `http://[::ffff:7f00:1]:${port}/`],
  ['a translated address', () => `http://[64:ff9b::7f00:1]:${port}/`],
  ['a private network', () => `http://10.0.0.1:${port}/`],
  ['the metadata service', () => 'http://169.254.169.254/latest/meta-data'],
  ['a file', () => 'file:///etc/passwd'],
  ['another scheme', () => `gopher://127.0.0.1:${port}/`],
];

function toolsOf(config: ToolsConfig, http: GuardOptions = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-out-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, 'api.json'), JSON.stringify(documentFor()));
  const options = { folder, environment: {}, http: { lookup, ...http }, onProblem: () => {} };
  const tools = configuredTools(config, options);
  onTestFinished(() => tools.close());
  return tools;
}

const documentFor = (servers: readonly JsonObject[] = []): JsonObject => ({
  openapi: '3.1.0',
  servers,
  paths: { '/x': { get: { operationId: 'x' } } },
});

async function callTool(config: ToolsConfig, name: string, http?: GuardOptions): Promise<string> {
  const { signal } = new AbortController();
  try {
    const tool = await toolsOf(config, http).find(name);
    const call = {
      signal,
      idempotencyKey: 'k',
      callId: 'c',
      run: runId('r'),
      node: 'n',
      emit: () => {},
    };
    return JSON.stringify((await tool?.run({}, call)) ?? 'no such tool');
  } catch (error) {
    return (error as { failure?: { code: string } }).failure?.code ?? String(error);
  }
}

async function callStep(url: string, http: GuardOptions = {}): Promise<string> {
  const engine = await createEngine({ http: { lookup, ...http }, environment: {} });
  onTestFinished(() => engine.close());
  const flow = { steps: [{ id: 'root', function: 'utils.api.api', input: { url } }], paths: [] };
  const { id } = await engine.runs.start(flow);
  const done = await engine.runs.finished(id);
  return done.error?.code ?? `${done.status} ${JSON.stringify(done.output)}`;
}

type Way = (url: string, http?: GuardOptions) => Promise<string>;

const ways: readonly (readonly [string, Way])[] = [
  [
    'a request as a tool',
    (url, http) => callTool({ http: { tools: { get: { url } } } }, 'get', http),
  ],
  [
    'an operation of an OpenAPI document',
    (url, http) =>
      callTool({ openapi: { api: { document: 'api.json', baseURL: url } } }, 'api-x', http),
  ],
  [
    'the OpenAPI document itself',
    (url, http) => callTool({ openapi: { api: { document: url } } }, 'api-x', http),
  ],
  ['the api step of a session graph', callStep],
];

describe.each(ways)('%s', (_way, go) => {
  it.each(addresses)('[C133] does not reach %s: no connection, no byte', async (_where, url) => {
    const before = reached;
    expect(await go(url())).toMatch(/HTTP_REFUSED|ENOENT|OPENAPI|no such file/);
    expect(reached).toBe(before);
  });

  it('[C133] does not follow a redirect inside, though the first address is allowed', async () => {
    const before = reached;
    const outside = await redirecting(`http://127.0.0.1:${port}/secret`);
    expect(await go(outside.url, { allow: [outside.host] })).toContain('HTTP_REFUSED');
    expect([outside.asked(), reached]).toEqual([1, before]);
  });

  it('[C133] asks for a name once: a second answer that leads inside is never taken', async () => {
    const before = reached;
    let asked = 0;
    const rebinding: LookupFunction = (name, options, done) => {
      asked += 1;
      if (asked > 1) return lookup(name, options, done);
      const address = '192.0.2.1';
      if (options.all === true) done(null, [{ address, family: 4 }]);
      else done(null, address, 4);
    };
    await go(`http://rebinding.test:${port}/`, { lookup: rebinding, timeoutMs: 300 });
    expect(reached).toBe(before);
    expect(asked).toBe(1);
  });
});

async function redirecting(location: string) {
  let asked = 0;
  const server = createHttpServer((_, response: ServerResponse) => {
    asked += 1;
    response.writeHead(302, { location }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}/`, host, asked: () => asked };
}

it('[C133] an MCP server behind an address, and a provider, may be inside by the configuration; where they redirect to is not followed', async () => {
  const before = reached;
  const outside = await redirecting(`http://127.0.0.1:${port}/mcp`);
  const failed = await callTool({ mcpServers: { web: { url: outside.url } } }, 'web-work');
  expect(failed).toContain('MCP_FAILED');
  const engine = await createEngine({
    environment: {},
    config: { providers: { local: { type: 'openai-compatible', baseURL: outside.url } } },
  });
  onTestFinished(() => engine.close());
  const llm = {
    id: 'a',
    type: 'llm',
    config: { model: 'local/x', prompt: 'Hi' },
    retry: { attempts: 1 },
  };
  const { id } = await engine.runs.start({ skein: 1, nodes: [llm] });
  expect(await engine.runs.finished(id)).toMatchObject({ error: { code: 'MODEL_CALL_FAILED' } });
  expect(outside.asked()).toBeGreaterThanOrEqual(2);
  expect(reached).toBe(before);
});

it('[C133] a definition names no address of a model, a server or a tool', async () => {
  const before = reached;
  const url = `http://127.0.0.1:${port}/v1`;
  const engine = await createEngine({ environment: {} });
  onTestFinished(() => engine.close());
  const named = { baseURL: url, url, apiKey: 'x', provider: { baseURL: url } };
  const more = { providers: { local: { baseURL: url } }, mcpServers: { web: { url } } };
  for (const model of ['local/x', `${url}/x`, 'openai/gpt-5']) {
    const config = { model, prompt: 'Hi', ...named, ...more };
    const { id } = await engine.runs.start({
      skein: 1,
      ...more,
      nodes: [{ id: 'a', type: 'llm', config, retry: { attempts: 1 } }],
    });
    await engine.runs.finished(id);
  }
  expect(reached).toBe(before);
});
