// Skein inside of a program that has users and routes of its own: the handler below a path, a schedule, and an orderly end.
import assert from 'node:assert/strict';
import { Hono } from 'hono';
import { createEngine } from 'skein';

const invoices = { skein: 1, id: 'invoices', nodes: [{ id: 'start', type: 'start' }], edges: [] };
const sessions = new Map([['s1', { name: 'ada', isAdmin: true }]]);

// #region mount
const engine = await createEngine({ store: 'memory' }); // 'sqlite:./skein.db' or 'postgres://…' to keep runs
const skein = engine.handler({
  basePath: '/admin/skein',
  user: (request) => {
    const session = sessions.get(request.headers.get('x-session') ?? '');
    return session === undefined ? null : { id: session.name, isOperator: session.isAdmin };
  },
});
const app = new Hono();
app.all('/admin/skein', (context) => skein(context.req.raw));
app.all('/admin/skein/*', (context) => skein(context.req.raw));
app.get('/', (context) => context.text('The program’s own page'));
// #endregion

// #region schedule
await engine.workflows.save(invoices);
await engine.schedule(
  'invoices',
  { cron: '0 9 * * 1', timezone: 'Europe/Brussels' },
  { folder: 'inbox' },
);
// #endregion

const listed = await app.request('/admin/skein/api/v1/workflows', {
  headers: { 'x-session': 's1' },
});
assert.equal(listed.status, 200);
assert.match(await listed.text(), /"invoices"/);
assert.equal((await app.request('/admin/skein/api/v1/workflows')).status, 401);
assert.equal((await app.request('/')).status, 200);

// #region close
await engine.close({ drain: '8s' });
// #endregion
console.log('mounted');
