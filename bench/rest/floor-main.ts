// The floor of the REST benchmark: Hono, one route, one insert with full sync.
import { DatabaseSync } from 'node:sqlite';
import process from 'node:process';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const database = new DatabaseSync(process.argv[2] ?? '');
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
database.exec('CREATE TABLE runs (id TEXT PRIMARY KEY, workflow TEXT, input TEXT)');
const insert = database.prepare('INSERT INTO runs (id, workflow, input) VALUES (?, ?, ?)');
const app = new Hono();
app.post('/api/v1/workflows/:id/run', async (context) => {
  const { input } = await context.req.json();
  const id = crypto.randomUUID();
  insert.run(id, context.req.param('id'), JSON.stringify(input));
  return context.json({ run_id: id, status: 'running' }, 202);
});
// Like Skein's server: a connection that is closed in between would be an error of the client.
const serverOptions = { keepAliveTimeout: 65_000 };
const options = { fetch: app.fetch, port: 0, hostname: '127.0.0.1', serverOptions };
const server = serve(options, ({ port }) => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => server.close(() => process.exit(0)));
