// Server and workers as processes of their own, on a real Restate: everything is replaced by a new version while a run waits.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { createClient, type Client } from '@skein/api';
import { doorsOf, freshPostgres, testServer, type FreshDatabase } from '@skein/testkit';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { folderWith, program, skein } from './spawn-skein.ts';

const children = new Set<ChildProcess>();
let database: FreshDatabase;
let doors: ReturnType<typeof doorsOf>;

beforeAll(async () => {
  doors = doorsOf(await urlOf('restate'));
  database = await freshPostgres(await urlOf('postgres'));
}, 120_000);

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});
afterAll(() => database.drop());

async function urlOf(kind: 'postgres' | 'restate'): Promise<string> {
  const found = await testServer(kind);
  if ('missing' in found) throw new Error(found.missing);
  return found.url;
}

interface Started {
  readonly said: { readonly url: string };
  readonly ended: Promise<number | null>;
  readonly child: ChildProcess;
}

async function start(cwd: string, given: readonly string[]): Promise<Started> {
  const words = ['--disallow-code-generation-from-strings', program, ...given, '--json'];
  const child = spawn(process.execPath, words, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  let [text, errors] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => {
    child.on('exit', resolve);
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.trimEnd().endsWith('}')) resolve();
    });
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${errors} ${text}`)));
  });
  return { said: JSON.parse(text) as { url: string }, ended, child };
}

const workflow = {
  skein: 1,
  id: 'release',
  nodes: [
    { id: 'in', type: 'start' },
    { id: 'before', type: 'function', config: { name: 'version' } },
    { id: 'ask', type: 'approval', config: { prompt: 'Go on?' } },
    { id: 'after', type: 'function', config: { name: 'version' } },
    { id: 'end', type: 'end', config: { value: '${before.output} then ${after.output}' } },
  ],
  edges: [
    { from: 'in', to: 'before' },
    { from: 'before', to: 'ask' },
    { from: 'ask', out: 'approved', to: 'after' },
    { from: 'after', to: 'end' },
  ],
};

const release = (name: string) =>
  folderWith({
    'skein.config.json': { functions: ['./functions.mjs'] },
    'functions.mjs': `export const functions = { version: () => '${name}' };`,
  });

it('[RS20][RS21] a run that waits survives the replacement of all workers and servers, and ends on the new code', async () => {
  const namespace = `t${randomBytes(6).toString('hex')}`;
  const shared = ['--store', database.url, '--namespace', namespace, '--restate', doors.ingressUrl];
  const serve = ['serve', '--port', '0', '--host-engine', 'restate', ...shared];
  const work = ['worker', '--port', '0', '--admin', doors.adminUrl, ...shared];
  const [old, fresh] = [release('old'), release('new')];
  const [server, worker] = [await start(old.folder, serve), await start(old.folder, work)];
  const before = createClient({ server: server.said.url });
  await before.call('createWorkflow', { body: workflow });
  const started = await before.call('runWorkflow', { params: { id: workflow.id }, body: {} });
  const { run_id: id } = started;
  await expect.poll(async () => statusOf(before, id), { timeout: 20_000 }).toBe('waiting');

  // A new worker, then the old one leaves; then the servers change too.
  const next = await start(fresh.folder, work);
  worker.child.kill('SIGTERM');
  expect(await worker.ended).toBe(0);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const after = createClient({ server: (await start(fresh.folder, serve)).said.url });

  expect(await statusOf(after, id)).toBe('waiting');
  await after.call('resumeRun', { params: { id }, body: { node: 'ask', input: 'approve' } });
  await expect.poll(async () => statusOf(after, id), { timeout: 20_000 }).toBe('completed');
  expect(await after.call('getRun', { params: { id } })).toMatchObject({ output: 'old then new' });
  next.child.kill('SIGTERM');
  expect(await next.ended).toBe(0);
  for (const { remove } of [old, fresh]) remove();
}, 90_000);

async function statusOf(client: Client, id: string): Promise<string> {
  const { status } = (await client.call('getRun', { params: { id } })) as { status: string };
  return status;
}

it.each([
  [['worker'], /--restate is missing/],
  [['worker', '--restate', 'here'], /no address/],
  [['worker', '--restate', 'http://localhost:1'], /store that other machines reach/],
  [['worker', '--restate', 'http://localhost:1', '--route', 'x'], /TYPE=POOL/],
  [['serve', '--host-engine', 'restate'], /--restate is missing/],
  [['serve', '--restate', 'http://localhost:1'], /of no use/],
])('[RS22] %j is refused with a cure', async (given, message) => {
  const { code, stderr } = await skein(given);
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});
