// All of it in one program: workflows, an agent and a schedule inside a web server that knows its users.
import process from 'node:process';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createEngine, type CreateEngineOptions } from 'skein';
import { support } from './2-support.ts';
import { invoices } from './3-documents.ts';
import { onboard, signed } from './4-onboarding.ts';

// #region app
export async function createApp(options: CreateEngineOptions = {}) {
  const engine = await createEngine({
    workflows: [invoices, onboard],
    agents: [support],
    ...options,
  });
  const monday = { cron: '0 9 * * 1', timezone: 'Europe/Brussels' };
  await engine.schedule(invoices, monday, { folder: 'inbox' });

  const skein = engine.handler({ basePath: '/skein', user: (request) => userOf(request) });
  const app = new Hono()
    .all('/skein/*', (c) => skein(c.req.raw)) // studio, REST, MCP, webhooks, chat
    .post('/chat/:id', async (c) => {
      const user = userOf(c.req.raw);
      if (user === null) return c.body(null, 401);
      return engine.thread(c.req.param('id'), support, { user }).respond(c.req.raw); // useChat
    })
    .post('/users', async (c) => {
      const run = await engine.start(onboard, await c.req.json());
      return c.json({ run: run.id }, 202);
    })
    .post('/signed', async (c) => {
      await engine.send(signed, await c.req.json());
      return c.body(null, 204);
    });
  return { app, engine };
}

/** Whatever the program knows its users by. */
function userOf(request: Request): string | null {
  return request.headers.get('x-user');
}

if (import.meta.main) {
  const { app, engine } = await createApp({ store: 'sqlite:./skein.db' });
  const server = serve({ fetch: app.fetch, port: 3000 });
  process.once('SIGTERM', () => {
    server.close();
    void engine.close({ drain: '8s' });
  });
}
// #endregion
