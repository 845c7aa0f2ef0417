// Goal: a program mounts Skein below a path and decides itself who asks. Method: the handler is called with requests, and served by
// Node's own HTTP server as frameworks would.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type Handler, type HostUser } from '../../src/index.ts';

const greet = {
  skein: 1,
  id: 'greet',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'say', type: 'transform', config: { value: 'Hello, ${trigger.name}!' } },
  ],
  edges: [{ from: 'start', to: 'say' }],
};
const users: { readonly [name: string]: HostUser } = {
  boss: { id: 'boss', isOperator: true },
  reader: { id: 'boss', isOperator: true, scopes: ['read'] },
  ada: 'ada',
  local: 'local',
  nobody: '',
};
const findUser = (request: Request) => users[request.headers.get('x-user') ?? ''] ?? null;

const opened: { engine: Engine; servers: Server[] }[] = [];

afterEach(async () => {
  for (const { engine, servers } of opened.splice(0)) {
    for (const server of servers) server.close();
    await engine.close({ drain: 0 });
  }
});

async function mount(basePath = '/skein'): Promise<{ engine: Engine; handler: Handler }> {
  const engine = await createEngine();
  opened.push({ engine, servers: [] });
  await engine.workflows.save(greet);
  return { engine, handler: engine.handler({ basePath, user: findUser }) };
}

function ask(path: string, user: string | null, init: RequestInit = {}): Request {
  const headers = new Headers(init.headers);
  if (user !== null) headers.set('x-user', user);
  if (init.body !== undefined) headers.set('content-type', 'application/json');
  return new Request(`http://app.example${path}`, { ...init, headers });
}

const run = (name: string) => ({ method: 'POST', body: JSON.stringify({ input: { name } }) });
const waited = '/skein/api/v1/workflows/greet/run?wait=10';

describe('a mounted server', () => {
  it('[SD400] answers REST below its path, and nothing elsewhere', async () => {
    const { engine, handler } = await mount();
    const answered = await handler(ask(waited, 'boss', run('Ada')));
    const { run_id: id } = (await answered.json()) as { run_id: string };
    expect(await engine.runs.get(id)).toMatchObject({ output: 'Hello, Ada!' });
    for (const path of ['/api/v1/workflows', '/skeins/api/v1/workflows', '/']) {
      expect((await handler(ask(path, 'boss'))).status).toBe(404);
    }
  });

  it('[SD400] is at the root without a path, and refuses what is none', async () => {
    const { engine, handler } = await mount('');
    expect((await handler(ask('/api/v1/workflows', 'boss'))).status).toBe(200);
    const odd = () => engine.handler({ basePath: '/a b', user: findUser });
    expect(odd).toThrow('write it as "/skein"');
    const plain = engine.handler({ basePath: 'skein/', user: findUser });
    expect((await plain(ask('/skein/api/v1/workflows', 'boss'))).status).toBe(200);
  });

  it.each([null, 'unknown', 'nobody', 'local'])('[SD401] %s is nobody', async (user) => {
    const { handler } = await mount();
    const refused = await handler(ask('/skein/api/v1/workflows', user));
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ error: { code: 'UNAUTHENTICATED' } });
    const page = await handler(ask('/skein/runs', user, { headers: { accept: 'text/html' } }));
    expect(page.status).toBe(401);
  });

  it('[SD401] keys and sessions of the server count for nothing', async () => {
    const { handler } = await mount();
    const body = JSON.stringify({ name: 'k', scopes: ['admin'] });
    const made = await handler(ask('/skein/api/v1/keys', 'boss', { method: 'POST', body }));
    const { key } = (await made.json()) as { key: string };
    const headers = { authorization: `Bearer ${key}` };
    expect(key).toMatch(/./);
    expect((await handler(ask('/skein/api/v1/workflows', null, { headers }))).status).toBe(401);
  });

  it('[SD402] a user sees own records, the operator those of the program, each within their scopes', async () => {
    const { engine, handler } = await mount();
    const list = async (user: string) => {
      const answered = await handler(ask('/skein/api/v1/workflows', user));
      return ((await answered.json()) as { items: { id: string }[] }).items.map(({ id }) => id);
    };
    expect(await list('boss')).toEqual(['greet']);
    expect(await list('ada')).toEqual([]);
    await engine.workflows.save({ ...greet, id: 'hers' }, { user: 'ada' });
    expect(await list('ada')).toEqual(['hers']);
    expect((await handler(ask(waited, 'reader', run('Ada')))).status).toBe(403);
    const who = await handler(ask('/skein/api/v1/session', 'reader'));
    expect(await who.json()).toMatchObject({ user: 'boss', scopes: ['read'], via: 'token' });
  });

  it('[SD403] webhooks and probes are for everybody, and prove themselves', async () => {
    const { handler } = await mount();
    expect((await handler(ask('/skein/healthz', null))).status).toBe(200);
    const hook = await handler(
      ask('/skein/api/v1/hooks/none', null, { method: 'POST', body: '{}' }),
    );
    expect(await hook.json()).toMatchObject({ error: { code: 'SIGNATURE_INVALID' } });
  });

  it('[SD404] pages name their files below the path, and the files are for everybody', async () => {
    const { handler } = await mount();
    const html = { headers: { accept: 'text/html' } };
    const docs = await (await handler(ask('/skein/docs', 'boss', html))).text();
    expect(docs).toContain('href="/skein/style.css"');
    expect(docs).toContain('href="/skein/api/v1/openapi.json"');
    expect((await handler(ask('/skein/style.css', null))).status).toBe(200);
  });

  it('[SD405] works on Node’s own servers, with addresses as frameworks cut them, and streams', async () => {
    const { handler } = await mount();
    // As Express does below `app.use('/skein', …)`.
    const cut: Handler['node'] = (request, response) => {
      request.originalUrl = request.url ?? '';
      request.url = request.originalUrl.slice('/skein'.length);
      return handler.node(request, response);
    };
    for (const listener of [handler.node, cut]) {
      const url = await serve(listener);
      const headers = { 'x-user': 'boss', 'content-type': 'application/json' };
      const answered = await fetch(`${url}${waited}`, { ...run('Ada'), headers });
      const { run_id: id } = (await answered.json()) as { run_id: string };
      const events = await fetch(`${url}/skein/api/v1/runs/${id}/events`, { headers });
      expect(await events.text()).toContain('Hello, Ada!');
    }
  });

  it('[SD405] says so when a parser has taken the body', async () => {
    const { handler } = await mount();
    const url = await serve(async (request, response) => {
      for await (const _ of request);
      await handler.node(request, response);
    });
    const headers = { 'x-user': 'boss', 'content-type': 'application/json' };
    const answered = await fetch(`${url}${waited}`, { ...run('Ada'), headers });
    expect(answered.status).toBe(500);
    expect(await answered.text()).toContain('before parsers of bodies');
  });

  it('[SD406] closing the engine ends the streams of its handlers, and refuses new requests', async () => {
    const { engine, handler } = await mount();
    await engine.workflows.save({
      skein: 1,
      id: 'ask',
      nodes: [{ id: 'q', type: 'input', config: { prompt: 'Name?' } }],
      edges: [],
    });
    const { id } = await engine.runs.start('ask');
    const events = await handler(ask(`/skein/api/v1/runs/${id}/events`, 'boss'));
    const ended = events.text();
    await engine.close({ drain: '1s' });
    expect(await ended).toContain('stream of a run');
    expect((await handler(ask('/skein/api/v1/workflows', 'boss'))).status).toBe(503);
  });
});

async function serve(listener: Handler['node']): Promise<string> {
  const server = createServer((request, response) => void listener(request, response));
  opened.at(-1)?.servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
