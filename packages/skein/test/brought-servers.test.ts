// Goal: tools of other servers that a definition brings along: operations of OpenAPI documents, tools of MCP servers. Method: real servers
// on this machine; the MCP server is one of ours, whose tools are workflows.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeKey } from '@skein/server';
import { openStore } from '@skein/stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type CreateEngineOptions } from '../src/index.ts';
import { composeServer } from '../src/server/compose-server.ts';

let server: Server;
let base = '';
const seen: { url: string; key: string | undefined; body: string }[] = [];
const ending: (() => Promise<unknown>)[] = [];

const documentOf = () => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: base }],
  paths: {
    '/pets/{id}': {
      post: {
        operationId: 'namePet',
        description: 'Names a pet.',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      },
    },
  },
});

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { url = '', headers } = request;
      seen.push({ url, key: headers.authorization, body });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(url === '/openapi.json' ? documentOf() : { named: true }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const end of ending.splice(0)) await end();
  await new Promise((done) => server.close(done));
});

async function call(tool: object, args: object, options: CreateEngineOptions = {}) {
  const engine = await createEngine({
    http: { allow: ['127.0.0.1'] },
    environment: {},
    ...options,
  });
  try {
    const { id } = await engine.runs.start({
      skein: 1,
      tools: { it: tool },
      nodes: [{ id: 'call', type: 'tool', config: { tool: 'it', args } }],
    });
    const { output, error } = await engine.runs.finished(id);
    const { results } = (output ?? { results: [] }) as { results: { result: unknown }[] };
    return { result: results[0]?.result, error: error?.message };
  } finally {
    await engine.close();
  }
}

const bound = {
  environment: { PET_KEY: 'k-1' },
  config: { secrets: { hosts: { PET_KEY: ['127.0.0.1'] } } },
};

describe('tools of other servers', () => {
  it('[X2653] an operation is called with its arguments and its secret, from a document here or at an address', async () => {
    for (const document of [documentOf(), `${base}/openapi.json`]) {
      seen.length = 0;
      const tool = { openapi: { document, operation: 'namePet', auth: { bearer: 'PET_KEY' } } };
      const { result } = await call(tool, { id: 'a b', body: { name: 'Rex' } }, bound);
      expect(result).toEqual({ named: true });
      expect(seen.at(-1)).toEqual({
        url: '/pets/a%20b',
        key: 'Bearer k-1',
        body: '{"name":"Rex"}',
      });
    }
  });

  it('[X2653] arguments are checked by the operation; a secret that is bound to no host is not sent', async () => {
    const tool = {
      openapi: { document: documentOf(), operation: 'namePet', auth: { bearer: 'PET_KEY' } },
    };
    expect((await call(tool, { body: {} }, bound)).error).toContain('id');
    seen.length = 0;
    const loose = await call(tool, { id: '1', body: {} }, { environment: { PET_KEY: 'k-1' } });
    expect([loose.error, seen]).toEqual([expect.stringContaining('PET_KEY'), []]);
    const off = await call(
      tool,
      { id: '1' },
      { ...bound, config: { ...bound.config, limits: { tools: { openapi: false } } } },
    );
    expect(off.error).toContain('limits.tools.openapi is false');
  });

  it('[X2654] a tool of an MCP server is called at its address, within what the operator allows', async () => {
    const store = await openStore('memory');
    const remote = await composeServer({ store });
    const { url } = await remote.listen({ port: 0 });
    ending.push(() => remote.close());
    const { record, secret } = makeKey({
      user: 'ann',
      name: 'ann',
      scopes: ['admin'],
      expiresAt: null,
      now: Date.now(),
    });
    await store.keys.create(record);
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const definition = {
      skein: 1,
      id: 'greet',
      name: 'greet',
      description: 'Greets.',
      nodes: [{ id: 'say', type: 'transform', config: { value: 'Hello ${trigger.who}' } }],
      edges: [],
    };
    await fetch(`${url}/api/v1/workflows`, {
      method: 'POST',
      headers,
      body: JSON.stringify(definition),
    });
    const environment = { ANN_KEY: secret };
    const config = { secrets: { hosts: { ANN_KEY: ['127.0.0.1'] } } };
    const tool = (name: string) => ({
      mcp: { url: `${url}/mcp`, tool: name, auth: { bearer: 'ANN_KEY' } },
    });
    const missing = await call(tool('nothing'), {}, { environment, config });
    expect(missing.error).toContain('has no tool "nothing"; it has ');
    const name = /it has ([\w.-]*greet[\w.-]*)/.exec(missing.error ?? '')?.[1] ?? 'greet';
    const { result, error } = await call(
      tool(name),
      { input: { who: 'Bob' } },
      { environment, config },
    );
    expect([error, JSON.stringify(result)]).toEqual([undefined, expect.stringContaining('Hello')]);
    const refused = await call(tool(name), {}, { environment, config, http: {} });
    expect(refused.error).toContain('open internet');
    const off = await call(
      tool(name),
      {},
      { environment, config: { ...config, limits: { tools: { mcp: false } } } },
    );
    expect(off.error).toContain('limits.tools.mcp is false');
  });
});
