// Goal: nobody who is to be told of a run is forgotten, although servers are killed, and nobody is told twice while they live. Method:
// real servers as processes of their own on SQLite and PostgreSQL, a real receiver, and kill -9.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { createClient } from '@skein/api';
import { freshPostgres, neededServer, serveProcess } from '@skein/testkit';
import { createEngine, type CreateEngineOptions } from 'skein';
import { Webhook } from 'standardwebhooks';
import { it } from 'vitest';
import { callSkein } from './call-skein.ts';
import { folderWith, program } from './spawn-skein.ts';

type Server = Awaited<ReturnType<typeof serveProcess>>;
type Loose = ReturnType<typeof JSON.parse>;

const far = { timeout: 120_000, interval: 50 };
const secret = `whsec_${randomBytes(24).toString('base64')}`;
const env = { HOOK_SECRET: secret, SKEIN_SECRET_KEY: randomBytes(32).toString('base64') };
/** Killed at the end of the test that started them, if they live. */
const living = new Set<Server>();
/** What a test registers for its end: tests run at the same time, because each waits for others most of the time. */
type AtEnd = (end: () => void | Promise<void>) => void;

interface Receiver {
  readonly port: number;
  /** The ids of what was taken, in order. */
  readonly taken: Loose[];
  /** The ids of what was begun and got no answer. */
  readonly held: string[];
  isHolding: boolean;
}

/** Verifies every delivery; throws into the test when one is not signed. */
async function startReceiver(atEnd: AtEnd): Promise<Receiver> {
  const receiver: Receiver & { port: number } = { port: 0, taken: [], held: [], isHolding: false };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      if (receiver.isHolding) {
        receiver.held.push(String(request.headers['webhook-id']));
        return;
      }
      receiver.taken.push(
        new Webhook(secret).verify(text, request.headers as Record<string, string>),
      );
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.port = (server.address() as AddressInfo).port;
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}

const configOf = ({ port }: Receiver, events: readonly string[] = ['*']) => ({
  http: { allow: [`127.0.0.1:${port}`] },
  server: {
    outbox: {
      webhooks: { ops: { url: `http://127.0.0.1:${port}/`, secretEnv: 'HOOK_SECRET', events } },
    },
  },
});

async function start(
  atEnd: AtEnd,
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const command = [program, 'serve', '--port', '0', '--json'];
  const server = await serveProcess(command, { cwd, env: { ...env, ...more } });
  living.add(server);
  atEnd(() => {
    if (living.has(server)) kill(server);
  });
  return server;
}

function kill(server: Server): void {
  living.delete(server);
  process.kill(server.pid, 'SIGKILL');
}

const asking = (notify: object = {}) => ({
  skein: 1,
  id: 'asking',
  name: 'Asking',
  nodes: [{ id: 'review', type: 'approval', config: { prompt: 'Pay?', notify } }],
});

async function runs(
  { url }: Server,
  count: number,
  workflow: object = asking(),
): Promise<readonly string[]> {
  const client = createClient({ server: url });
  await client.call('putWorkflow', { params: { id: 'asking' }, body: workflow as Loose });
  const started = await Promise.all(
    Array.from({ length: count }, () =>
      client.call('runWorkflow', { params: { id: 'asking' }, query: { wait: 20 }, body: {} }),
    ),
  );
  return started.map(({ run_id: id }) => id);
}

const of = (taken: readonly Loose[], type: string) => taken.filter((event) => event.type === type);

it.concurrent('[X320] a server that is killed before a message is delivered loses none: the next one delivers it under the same id', async ({
  expect,
  onTestFinished,
}) => {
  const receiver = await startReceiver(onTestFinished);
  const { folder, remove } = folderWith({ 'skein.config.json': configOf(receiver) });
  onTestFinished(remove);
  receiver.isHolding = true;
  const first = await start(onTestFinished, folder);
  const ids = await runs(first, 5);
  // One is on its way, four have not been tried.
  await expect.poll(() => receiver.held.length, far).toBe(1);
  kill(first);
  receiver.isHolding = false;
  const second = await start(onTestFinished, folder);
  await expect.poll(() => receiver.taken.length, far).toBe(5);
  expect(new Set(receiver.taken.map(({ subject }) => subject))).toEqual(new Set(ids));
  // The one that was on its way came again as the same.
  expect(receiver.taken.map(({ id }) => id)).toContain(receiver.held[0]);
  const client = createClient({ server: second.url });
  const { items } = await client.call('listOutbox', { query: {} });
  expect(items.map(({ status }) => status)).toEqual(Array(5).fill('delivered'));
  expect(new Set(receiver.taken.map(({ id }) => id))).toEqual(new Set(items.map(({ id }) => id)));
});

it.concurrent('[X321] two servers on one database tell everything once; a reminder comes although the server that was asked is dead', async ({
  expect,
  onTestFinished,
}) => {
  const receiver = await startReceiver(onTestFinished);
  const database = await freshPostgres(await neededServer('postgres'));
  onTestFinished(() => database.drop());
  const { folder, remove } = folderWith({ 'skein.config.json': configOf(receiver) });
  onTestFinished(remove);
  const place = { SKEIN_STORE: database.url };
  const servers = [
    await start(onTestFinished, folder, place),
    await start(onTestFinished, folder, place),
  ] as const;
  const remind = {
    to: ['webhook:ops'],
    remindAfterMs: 20_000,
    escalateTo: ['webhook:ops'],
    escalateAfterMs: 25_000,
  };
  const ids = await runs(servers[0], 20, asking(remind));
  await expect.poll(() => of(receiver.taken, 'wait.opened').length, far).toBe(20);
  const client = createClient({ server: servers[1].url });
  const listed = async (status: 'pending' | 'delivered') =>
    (await client.call('listOutbox', { query: { status } })).items.length;
  // A message that was received and is not marked yet when its server dies comes again: at least once, not once.
  await expect.poll(() => listed('delivered'), far).toBe(20);
  kill(servers[0]);
  for (const id of ids.slice(5)) {
    await client.call('resumeRun', { params: { id }, body: { node: 'review', input: 'yes' } });
  }
  await expect.poll(() => of(receiver.taken, 'run.finished').length, far).toBe(15);
  await expect.poll(() => of(receiver.taken, 'wait.escalated').length, far).toBe(5);
  await expect.poll(() => listed('pending'), far).toBe(0);
  const reminded = of(receiver.taken, 'wait.reminder').map(({ subject }) => subject);
  expect(reminded).toHaveLength(5);
  expect(new Set(reminded)).toEqual(new Set(ids.slice(0, 5)));
  expect(new Set(receiver.taken.map(({ id }) => id)).size).toBe(receiver.taken.length);
  expect(receiver.taken).toHaveLength(20 + 15 + 15 + 5 + 5);
});

it.concurrent('[X322] links are made and messages listed and replayed on the command line, through a server and beside it', async ({
  expect,
  onTestFinished,
}) => {
  const receiver = await startReceiver(onTestFinished);
  const { folder, remove } = folderWith({
    'skein.config.json': configOf(receiver, ['run.finished']),
  });
  onTestFinished(remove);
  const server = await start(onTestFinished, folder);
  const [run = ''] = await runs(server, 1);
  const at = ['--server', server.url, '--json'];
  const linked = await callSkein(
    ['runs', 'link', run, 'review', '--for', 'ana@example.org', ...at],
    { cwd: folder },
  );
  expect([linked.code, linked.stderr]).toEqual([0, '']);
  const { url } = JSON.parse(linked.stdout);
  const beside = await callSkein(
    [
      'runs',
      'link',
      run,
      '--for',
      'bob',
      '--hours',
      '2',
      '--url',
      server.url,
      '--store',
      'sqlite:.skein/skein.db',
    ],
    { cwd: folder, env },
  );
  expect([beside.code, beside.stderr]).toEqual([0, expect.stringContaining('can answer once')]);
  expect(await (await fetch(beside.stdout.trim())).text()).toContain('You answer as bob');
  const body = new URLSearchParams({ decision: 'approve' });
  expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
  await expect.poll(() => receiver.taken.length, far).toBe(1);
  const list = async (...more: readonly string[]) =>
    JSON.parse((await callSkein(['outbox', 'ls', ...more, ...at], { cwd: folder })).stdout)
      .messages;
  await expect
    .poll(() => list('--status', 'delivered'), far)
    .toMatchObject([{ run, kind: 'run.finished', attempts: 1 }]);
  const { id } = receiver.taken[0];
  const replayed = await callSkein(['outbox', 'replay', id, '--server', server.url], {
    cwd: folder,
  });
  expect([replayed.code, replayed.stderr]).toEqual([0, '1 message will be sent again.\n']);
  await expect.poll(() => receiver.taken.length, far).toBe(2);
  expect(receiver.taken[1].id).toBe(id);
  const missing = await callSkein(['outbox', 'replay', 'none', '--server', server.url], {
    cwd: folder,
  });
  expect(missing.code).toBe(5);
  await server.stop();
  living.delete(server);
  const store = ['--store', 'sqlite:.skein/skein.db'];
  const offline = await callSkein(['outbox', 'ls', ...store], { cwd: folder });
  expect(offline.stdout).toContain(`${id}  delivered  run.finished  webhook:ops  1 try`);
  expect((await callSkein(['outbox', 'replay', id, ...store], { cwd: folder })).code).toBe(0);
  expect((await callSkein(['outbox', 'replay', id, ...store], { cwd: folder })).code).toBe(6);
});

it.concurrent('[X323] the library delivers messages of its own store, and makes links for the server that serves them', async ({
  expect,
  onTestFinished,
}) => {
  const receiver = await startReceiver(onTestFinished);
  const { folder, remove } = folderWith({});
  onTestFinished(remove);
  const options: CreateEngineOptions = {
    store: `sqlite:${folder}/skein.db`,
    config: configOf(receiver, []),
    environment: env,
    links: { url: 'https://skein.example.org/', secretKey: randomBytes(32) },
  };
  const engine = await createEngine(options);
  onTestFinished(() => engine.close());
  const { id } = await engine.runs.start(asking({ to: ['webhook:ops'] }));
  await expect.poll(() => receiver.taken.length, far).toBe(1);
  expect(receiver.taken[0].data.link.url).toMatch(/^https:\/\/skein\.example\.org\/answer\//);
  const link = await engine.waits.link(
    { run: id, node: 'review' },
    { for: 'ana', expiresAfterMs: 1000 },
  );
  expect(link.url).toMatch(/^https:\/\/skein\.example\.org\/answer\//);
  const plain = await createEngine();
  onTestFinished(() => plain.close());
  const other = await plain.runs.start(asking());
  await plain.runs.settled(other.id);
  await expect(plain.waits.link({ run: other.id }, { for: 'ana' })).rejects.toMatchObject({
    code: 'LINKS_UNAVAILABLE',
  });
});

it.concurrent('[X580] closing an engine that delivers drains it for as long as was asked', async ({
  expect,
  onTestFinished,
}) => {
  const receiver = await startReceiver(onTestFinished);
  const { folder, remove } = folderWith({});
  onTestFinished(remove);
  const held = Promise.withResolvers<string>();
  const engine = await createEngine({
    store: `sqlite:${folder}/skein.db`,
    config: configOf(receiver, []),
    environment: env,
    functions: { slow: () => held.promise },
  });
  const slow = { id: 'slow', type: 'function', config: { name: 'slow' } };
  await engine.runs.start({ skein: 1, id: 'slow', nodes: [slow], edges: [] });
  const calls = await new Promise((resolve) => {
    void engine.close({ drainMs: 1, onDraining: resolve });
  });
  expect(calls).toMatchObject([{ node: 'slow' }]);
  // Without a limit of its own it would wait for ten seconds.
  await engine.close({ drainMs: 0 });
  held.resolve('too late');
});

it.concurrent('[X324] a webhook on a private address is reached only where the operator allows it; settings that leak a password are refused', async ({
  expect,
  onTestFinished,
}) => {
  const receiver = await startReceiver(onTestFinished);
  const { http: _, ...closed } = configOf(receiver, []);
  const { folder, remove } = folderWith({ 'skein.config.json': closed });
  onTestFinished(remove);
  const server = await start(onTestFinished, folder);
  await runs(server, 1, asking({ to: ['webhook:ops'] }));
  const client = createClient({ server: server.url });
  const list = async () => (await client.call('listOutbox', { query: {} })).items;
  await expect.poll(async () => (await list())[0]?.attempts, far).toBe(1);
  expect((await list())[0]?.error).toBe(
    'The server may not reach this receiver: it is not on the open internet, and http.allow does not name it.',
  );
  expect(receiver.taken).toEqual([]);
  const smtp = { host: 'mail.example.org', from: 'a@b.c', recipients: ['*'], tls: false };
  await expect(createEngine({ config: { server: { outbox: { smtp } } } })).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
  });
});
