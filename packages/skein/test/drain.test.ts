// A server that is stopped, as an orchestrator stops it: a process of its own, SIGTERM, and a new process on the same file. What functions
// did is in a ledger that both write to.
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { createClient } from '@skein/api';
import { serveProcess, type ServedProcess } from '@skein/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderWith, program } from './spawn-skein.ts';

type Loose = ReturnType<typeof JSON.parse>;

const functions = `
import { appendFileSync } from 'node:fs';
const note = (text) => appendFileSync('ledger.txt', text + '\\n');
const work = (ms) => async (_, io) => {
  note('begun');
  await new Promise((resolve, reject) => {
    setTimeout(resolve, ms);
    io.signal.addEventListener('abort', () => { note('aborted'); reject(io.signal.reason); });
  });
  note('ended');
  return ms;
};
export const functions = {
  slow: work(3000),
  endless: async (call, io) => readsAgain() ? (note('again'), 'again') : work(600000)(call, io),
  after: () => { note('after'); return 'after'; },
};
import { readFileSync } from 'node:fs';
const readsAgain = () => readFileSync('ledger.txt', 'utf8').includes('begun');
`;

const step = (id: string, more: Loose = {}) => ({
  id,
  type: 'function',
  config: { name: id },
  ...more,
});
const slow = {
  skein: 1,
  id: 'slow',
  nodes: [step('slow'), step('after')],
  edges: [{ from: 'slow', to: 'after' }],
};
const endless = { skein: 1, id: 'endless', nodes: [step('endless')] };
const guarded = { skein: 1, id: 'guarded', nodes: [step('endless', { effect: 'guarded' })] };

let folder = '';
let remove = () => {};
const running = new Set<ServedProcess>();

beforeEach(() => {
  ({ folder, remove } = folderWith({
    'functions.mjs': functions,
    'skein.config.json': { functions: ['./functions.mjs'] },
    'ledger.txt': '',
  }));
});

afterEach(async () => {
  for (const server of running) {
    void server.stop();
    await server.stop();
  }
  running.clear();
  remove();
});

const ledger = () => readFileSync(path.join(folder, 'ledger.txt'), 'utf8').trim().split('\n');

async function serve(...given: readonly string[]): Promise<ServedProcess> {
  const command = [program, 'serve', '--port', '0', '--json', '--log', 'json', ...given];
  const server = await serveProcess(command, { cwd: folder });
  running.add(server);
  return server;
}

async function stopped(server: ServedProcess): Promise<number | null> {
  running.delete(server);
  return server.stop();
}

/** Whose function has begun. */
async function begun(server: ServedProcess, workflow: Loose): Promise<string> {
  const client = createClient({ server: server.url });
  await client.call('createWorkflow', { body: workflow });
  const started = await client.call('runWorkflow', { params: { id: workflow.id }, body: {} });
  await expect.poll(() => ledger().includes('begun')).toBe(true);
  return started.run_id;
}

async function ended(server: ServedProcess, id: string): Promise<Loose> {
  const client = createClient({ server: server.url });
  const get = () => client.call('getRun', { params: { id } });
  await expect.poll(async () => (await get()).status).toBe('completed');
  return get();
}

const said = (server: ServedProcess) =>
  server
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Loose);

it('[X420] a function of three seconds that is in flight at SIGTERM is executed once, and the next server continues after it', async () => {
  const first = await serve();
  const id = await begun(first, slow);
  const stream = await fetch(`${first.url}/api/v1/runs/${id}/events`);
  const end = stopped(first);
  const ask = (place: string, method = 'GET') =>
    fetch(`${first.url}${place}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
  // While it drains it is not ready, alive, and starts nothing.
  await expect.poll(async () => (await ask('/readyz')).status).toBe(503);
  expect((await ask('/healthz')).status).toBe(200);
  const refused = await ask('/api/v1/workflows/slow/run', 'POST');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toMatchObject({ error: { code: 'SERVER_CLOSING' } });
  expect((await ask('/api/v1/hooks/any', 'POST')).status).toBe(503);
  expect((await stream.text()).endsWith('retry: 1000\n\n')).toBe(true);
  expect(await end).toBe(0);
  expect(ledger()).toEqual(['begun', 'ended']);
  const call = { run: id, node: 'slow', activation: 1 };
  expect(said(first)).toContainEqual(expect.objectContaining({ calls: [call], seconds: 10 }));
  expect(said(first)).toContainEqual(expect.objectContaining({ finished: [call] }));
  const second = await serve();
  expect(await ended(second, id)).toMatchObject({ output: 'after' });
  expect(ledger()).toEqual(['begun', 'ended', 'after']);
});

it('[X421] at the limit a function is aborted, said so, and called again by the next server', async () => {
  const first = await serve('--drain', '1');
  const id = await begun(first, endless);
  expect(await stopped(first)).toBe(0);
  expect(ledger()).toEqual(['begun', 'aborted']);
  const call = { run: id, node: 'endless', activation: 1 };
  expect(said(first)).toContainEqual(expect.objectContaining({ level: 'warn', aborted: [call] }));
  const second = await serve();
  expect(await ended(second, id)).toMatchObject({ output: 'again' });
  expect(ledger()).toEqual(['begun', 'aborted', 'again']);
});

it('[X421] an aborted function that must not happen twice is left to a person', async () => {
  const first = await serve('--drain', '0');
  const id = await begun(first, guarded);
  expect(await stopped(first)).toBe(0);
  const second = await serve();
  const client = createClient({ server: second.url });
  const get = () => client.call('getRun', { params: { id } });
  await expect.poll(async () => (await get()).status).toBe('waiting');
  expect(ledger()).toEqual(['begun', 'aborted']);
});

it('[X422] a second signal aborts at once, and frees the store', async () => {
  const first = await serve('--drain', '600');
  await begun(first, endless);
  const { hostname, port } = new URL(first.url);
  const half = connect(Number(port), hostname);
  half.on('error', () => {});
  half.write('POST /api/v1/workflows HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 999\r\n\r\n{');
  const end = stopped(first);
  await expect.poll(async () => (await fetch(`${first.url}/readyz`)).status).toBe(503);
  process.kill(first.pid, 'SIGINT');
  expect(await end).toBe(0);
  expect(ledger()).toEqual(['begun', 'aborted']);
});

it('[X423] how long a server drains comes from a flag, else from the environment, else from the configuration', async () => {
  const config = JSON.stringify({ server: { drain: 7 } });
  writeFileSync(path.join(folder, 'skein.config.json'), config);
  const command = [program, 'serve', '--port', '0', '--json', '--log', 'json'];
  const seconds = [];
  for (const [flags, env] of [
    [['--drain', '5'], { SKEIN_DRAIN: '6' }],
    [[], { SKEIN_DRAIN: '6' }],
    [[], {}],
  ] as const) {
    const server = await serveProcess([...command, ...flags], { cwd: folder, env });
    await server.stop();
    seconds.push(said(server).find(({ seconds: found }) => found !== undefined)?.seconds);
  }
  expect(seconds).toEqual([5, 6, 7]);
  const wrong = await serve('--drain', 'long').catch((error: unknown) => String(error));
  expect(wrong).toContain('--drain long is not a duration.');
});
