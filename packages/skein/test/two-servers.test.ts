// Two real servers, each a process of its own, on one PostgreSQL: what many send to both at once takes effect once. At the end they
// are stopped, each in its own way.
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import process from 'node:process';
import { createClient } from '@skein/api';
import { freshPostgres, neededServer, serveProcess, type FreshDatabase } from '@skein/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderWith, program } from './spawn-skein.ts';

type Loose = ReturnType<typeof JSON.parse>;
type Server = Awaited<ReturnType<typeof serveProcess>>;

const many = 50;
let database: FreshDatabase;
let servers: readonly Server[] = [];
let folder = '';

beforeAll(async () => {
  database = await freshPostgres(await neededServer('postgres'));
  const script = { replies: [{ text: 'late', delayMs: 60_000, repeat: true }] };
  ({ folder } = folderWith({ 'script.json': script }));
  const command = [program, 'serve', '--port', '0', '--json', '--script', 'script.json'];
  const env = { SKEIN_SECRET_KEY: randomBytes(32).toString('base64'), SKEIN_STORE: database.url };
  const start = (drain: string) =>
    serveProcess([...command, '--drain', drain], { cwd: folder, env });
  // One after the other: the first one makes the tables.
  servers = [await start('2'), await start('600')];
  for (const body of [asking, slow]) await send(0, '/workflows', body);
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const asking = {
  skein: 1,
  id: 'asking',
  nodes: [{ id: 'ask', type: 'input', config: { prompt: 'How many?' } }],
};
const slow = {
  skein: 1,
  id: 'slow',
  nodes: [{ id: 'think', type: 'llm', config: { prompt: 'Take your time.' } }],
};

interface Given {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** To the one server and the other by turns. */
async function send(nth: number, path: string, body?: Loose, given: Given = {}): Promise<Loose> {
  const { method = body === undefined ? 'GET' : 'POST', headers } = given;
  const response = await fetch(`${servers[nth % 2]?.url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

const atOnce = (ask: (nth: number) => Promise<Loose>): Promise<readonly Loose[]> =>
  Promise.all(Array.from({ length: many }, (_, nth) => ask(nth)));

const statuses = (sent: readonly Loose[]) => new Set(sent.map(({ status }) => status));

async function asked(): Promise<{ readonly run: string; readonly wait: string }> {
  const { body } = await send(0, '/workflows/asking/run?wait=20', {});
  return { run: body.run_id, wait: body.run.waits[0].id };
}

async function answersIn(run: string): Promise<number> {
  const { body } = await send(1, `/runs/${run}/journal`);
  return body.items.filter(({ type }: Loose) => type === 'wait.answered').length;
}

it('C10 [X116] fifty identical answers over two servers are one; of fifty different ones one is taken', async () => {
  const same = await asked();
  const sent = await atOnce((nth) => send(nth, `/waits/${same.wait}/answer`, 7));
  expect(statuses(sent)).toEqual(new Set([200]));
  expect(await answersIn(same.run)).toBe(1);
  const other = await asked();
  const differing = await atOnce((nth) => send(nth, `/waits/${other.wait}/answer`, nth));
  expect(differing.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(differing.filter(({ status }) => status === 409)).toHaveLength(many - 1);
  expect(await answersIn(other.run)).toBe(1);
});

it('C10 [X116] fifty starts, and fifty resumes, with one Idempotency-Key over two servers are one', async () => {
  const headers = { 'idempotency-key': 'once' };
  const starts = await atOnce((nth) => send(nth, '/workflows/asking/run', {}, { headers }));
  expect(statuses(starts)).toEqual(new Set([202]));
  expect(new Set(starts.map(({ body }) => body.run_id)).size).toBe(1);
  const { run } = await asked();
  const answer = { node: 'ask', input: 'seven' };
  const resumes = await atOnce((nth) => send(nth, `/runs/${run}/resume`, answer, { headers }));
  expect(statuses(resumes)).toEqual(new Set([200]));
  expect(await answersIn(run)).toBe(1);
});

async function trigger(settings: object): Promise<string> {
  const made = await send(0, '/workflows/asking/trigger', settings, { method: 'PUT' });
  expect(made.status).toBe(200);
  const { body } = await send(1, '/triggers');
  return body.items[0].uuid;
}

const startedBy = async (id: string): Promise<readonly Loose[]> =>
  (await send(1, `/triggers/${id}/history?limit=200`)).body.items.filter(
    ({ outcome }: Loose) => outcome === 'started',
  );

it('T8 [X116] one delivery of a webhook to two servers, many times, is one run', async () => {
  const id = await trigger({ trigger_type_id: 'webhook' });
  const { body } = await send(0, `/triggers/${id}/secret`, undefined, { method: 'POST' });
  const key = Buffer.from(body.secret.slice('whsec_'.length), 'base64');
  const timestamp = String(Math.floor(Date.now() / 1000));
  const delivered = { order: 7 };
  const signed = `msg_1.${timestamp}.${JSON.stringify(delivered)}`;
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  };
  const sent = await atOnce((nth) => send(nth, `/hooks/${id}`, delivered, { headers }));
  expect(statuses(sent)).toEqual(new Set([202]));
  expect(await startedBy(id)).toHaveLength(1);
});

it('C12 [X116] each tick of a schedule is fired once by two servers', async () => {
  const config = { cron: '* * * * * *', timezone: 'UTC', catchUp: 'all' };
  const id = await trigger({ trigger_type_id: 'schedule', config });
  await expect.poll(async () => (await startedBy(id)).length).toBeGreaterThan(3);
  await send(0, `/triggers/${id}`, { is_active: false }, { method: 'PUT' });
  const runs = (await startedBy(id)).map(({ run }) => run);
  const ticks = await Promise.all(
    runs.map(async (run) => (await send(1, `/runs/${run}`)).body.input.scheduled_at),
  );
  expect(new Set(ticks).size).toBe(runs.length);
});

it('[X117] told to end, a server ends its streams, drops slow clients and leaves running runs to the other', async () => {
  const [server, other] = servers as [Server, Server];
  const { body } = await send(0, '/workflows/slow/run', {});
  const stream = await fetch(`${server.url}/api/v1/runs/${body.run_id}/events`);
  const waiting = send(0, '/workflows/slow/run?wait=50', {});
  const { hostname, port } = new URL(server.url);
  const half = connect(Number(port), hostname);
  half.write('POST /api/v1/workflows HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 999\r\n\r\n{');
  half.on('error', () => {});
  const dropped = once(half, 'close');
  const running = '/runs?workflow=slow&status=running';
  await expect.poll(async () => (await send(0, running)).body.items.length).toBe(2);
  // How long it waits for slow clients is said by the clock of a test of its own: see listen.test.ts of the server.
  expect(await server.stop()).toBe(0);
  await stream.text();
  expect((await waiting).body).toMatchObject({ status: 'running' });
  await dropped;
  const client = createClient({ server: other.url });
  expect(await client.call('getRun', { params: { id: body.run_id } })).toMatchObject({
    status: 'running',
  });
});

it('[X117] told a second time, it ends at once', async () => {
  const [, server] = servers as [Server, Server];
  const { hostname, port } = new URL(server.url);
  const half = connect(Number(port), hostname);
  half.on('error', () => {});
  half.write('POST /api/v1/workflows HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 999\r\n\r\n{');
  expect((await send(1, '/healthz')).status).toBe(200);
  const ended = server.stop();
  const ready = () =>
    fetch(`${server.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(ready).toBe(false);
  process.kill(server.pid, 'SIGTERM');
  expect(await ended).toBe(0);
});
