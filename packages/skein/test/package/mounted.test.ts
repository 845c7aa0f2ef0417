// Goal: the installed package can be mounted in the frameworks that people use. Method: install it beside them, serve one program with
// each, and ask each the same.
import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@skein/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { installPackage, writeFiles, type InstalledPackage } from './installed-package.ts';

const frameworks = ['hono@4', '@hono/node-server@2', 'express@5', 'fastify@5'];
const next = ['next@16.4.6', 'react@19', 'react-dom@19'];
let installed: InstalledPackage;

beforeAll(async () => {
  const env = { NEXT_TELEMETRY_DISABLED: '1' };
  installed = await installPackage([...frameworks, ...next], { env });
}, 300_000);
afterAll(() => installed?.remove());

const engine = `
  import { createEngine } from 'skein';
  const engine = await createEngine();
  await engine.workflows.save({ skein: 1, id: 'hello', nodes: [{ id: 'start', type: 'start' }], edges: [] });
  export const skein = engine.handler({
    basePath: '/skein',
    user: (request) => (request.headers.get('x-user') === 'ada' ? { id: 'ada', isOperator: true } : null),
  });
`;
const port = 'const port = Number(process.argv[2]);';
const programs = [
  {
    framework: 'Hono',
    program: `
      import { serve } from '@hono/node-server';
      import { Hono } from 'hono';
      import { skein } from './engine.mjs';
      ${port}
      const app = new Hono();
      app.get('/own', (context) => context.text('mine'));
      app.all('/skein/*', (context) => skein(context.req.raw));
      serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
    `,
  },
  {
    framework: 'Express 5',
    program: `
      import express from 'express';
      import { skein } from './engine.mjs';
      ${port}
      const app = express();
      app.use('/skein', skein.node);
      app.use(express.json());
      app.get('/own', (_, response) => void response.send('mine'));
      app.listen(port, '127.0.0.1');
    `,
  },
  {
    framework: 'Fastify 5',
    program: `
      import fastify from 'fastify';
      import { skein } from './engine.mjs';
      ${port}
      const app = fastify();
      app.get('/own', async () => 'mine');
      app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
        for (const path of ['/skein', '/skein/*'])
          scope.all(path, (request, reply) => {
            reply.hijack();
            void skein.node(request.raw, reply.raw);
          });
      });
      await app.listen({ port, host: '127.0.0.1' });
    `,
  },
];

describe('[SD407] the installed package is mounted', () => {
  it.each(programs)('in $framework', async ({ framework, program }) => {
    const { start, folder } = installed;
    const file = `${framework.split(' ')[0]?.toLowerCase()}.mjs`;
    writeFiles(folder, { 'engine.mjs': engine, [file]: program });
    const at = await freePort();
    await probe(start('node', file, String(at)), `http://127.0.0.1:${at}`);
  });

  it('in Next, built and started', async () => {
    const { run, start, folder } = installed;
    const route = 'app/skein/[[...path]]';
    for (const place of [route, 'app/own'])
      mkdirSync(path.join(folder, place), { recursive: true });
    const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((verb) => `skein as ${verb}`);
    writeFiles(folder, {
      'engine.mjs': engine,
      // The files of the studio are in the package, and stay there.
      'next.config.mjs': `export default { serverExternalPackages: ['skein'] };`,
      'app/layout.js': 'export default ({ children }) => <html><body>{children}</body></html>;',
      'app/page.js': 'export default () => <p>hello</p>;',
      'app/own/route.js': `export const GET = () => new Response('mine');`,
      [`${route}/route.js`]: `
        import { skein } from '../../../engine.mjs';
        export const dynamic = 'force-dynamic';
        export { ${verbs.join(', ')} };
      `,
    });
    expect(await run('next', 'build')).toMatchObject({ code: 0 });
    const at = await freePort();
    const child = start('next', 'start', '--port', String(at), '--hostname', '127.0.0.1');
    await probe(child, `http://127.0.0.1:${at}`);
  });
});

/** What a program with the handler below /skein answers, until it is stopped. */
async function probe(child: ChildProcess, url: string): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const headers = { 'x-user': 'ada', 'content-type': 'application/json' };
  const ask = (
    place: string,
    init: { method?: string; body?: string; headers?: Readonly<Record<string, string>> } = {},
  ) => fetch(`${url}/skein${place}`, { ...init, headers: { ...headers, ...init.headers } });
  try {
    const own = await vi.waitFor(() => fetch(`${url}/own`), { timeout: 120_000, interval: 100 });
    expect(await own.text()).toBe('mine');
    expect((await fetch(`${url}/skein/api/v1/workflows`)).status).toBe(401);
    const page = await ask('/runs', { headers: { accept: 'text/html' } });
    const script = /src="(\/skein\/assets\/[^"]+)"/.exec(await page.text())?.[1] ?? '';
    expect((await fetch(url + script)).headers.get('content-type')).toContain('javascript');
    const body = JSON.stringify({ input: { name: 'Ada' } });
    const started = await ask('/api/v1/workflows/hello/run?wait=10', { method: 'POST', body });
    const { run_id: run } = (await started.json()) as { run_id: string };
    const events = await ask(`/api/v1/runs/${run}/events`);
    expect(await events.text()).toContain('"name":"Ada"');
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'probe', version: '1' },
    };
    const mcp = await ask('/mcp', {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello }),
    });
    expect([mcp.status, await mcp.text()]).toEqual([200, expect.stringContaining('serverInfo')]);
    const hook = await fetch(`${url}/skein/api/v1/hooks/none`, { method: 'POST', headers, body });
    expect(await hook.json()).toMatchObject({ error: { code: 'SIGNATURE_INVALID' } });
  } catch (error) {
    throw new Error(`The program said: ${said}`, { cause: error });
  } finally {
    child.kill();
  }
}
