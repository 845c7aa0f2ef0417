// The server as a process of its own, as a person would use it: started, asked, killed, started again.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createClient, type Client } from '@skein/api';
import { deafReaders } from '@skein/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { program, skein } from './spawn-skein.ts';

type Loose = ReturnType<typeof JSON.parse>;

let folder = '';
const children = new Set<ChildProcess>();

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'skein-serve-'));
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  rmSync(folder, { recursive: true, force: true });
});

interface Served {
  readonly url: string;
  readonly client: Client;
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
}

async function serve(given: readonly string[] = []): Promise<Served> {
  const flags = [
    '--disallow-code-generation-from-strings',
    program,
    'serve',
    '--port',
    '0',
    '--json',
  ];
  const child = spawn(process.execPath, [...flags, ...given], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let text = '';
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.trimEnd().endsWith('}')) resolve();
    });
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${errors} ${text}`)));
  });
  const { url } = JSON.parse(text) as { url: string };
  return { url, client: createClient({ server: url }), child, ended };
}

it('[X100] every template runs offline', async () => {
  const { client, child, ended } = await serve();
  const { items } = await client.call('listTemplates', {});
  expect(new Set(items.map(({ dialect }) => dialect)).size).toBe(6);
  for (const { id, input } of items) {
    const made = await client.call('createFromTemplate', { body: { template: id } });
    const started = await client.call('runWorkflow', {
      params: { id: made.id },
      query: { wait: 30 },
      body: input === null ? {} : { input },
    });
    expect([id, started.status]).toEqual([
      id,
      expect.stringMatching(/^(?:completed|waiting|stopped)$/),
    ]);
  }
  const { items: types } = await client.call('listNodeTypes', {});
  expect(types.map(({ type }) => type)).toContain('approval');
  expect((await client.call('listStepTypes', {})).items).toHaveLength(3);
  expect((await client.call('listTriggerTypes', {})).items).toHaveLength(5);
  expect((await client.call('listModels', {})).items).toMatchObject([{ name: 'scripted' }]);
  expect((await client.call('listTools', {})).items).toEqual([]);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

it('[X101] what was acknowledged is there after kill -9, and continues', async () => {
  const before = await serve();
  const asking = {
    skein: 1,
    id: 'asking',
    nodes: [
      { id: 'review', type: 'approval', config: { prompt: 'Fine?' } },
      { id: 'done', type: 'transform', config: { value: 'done' } },
    ],
    edges: [{ from: 'review', out: 'approved', to: 'done' }],
  };
  await before.client.call('createWorkflow', { body: asking });
  const starts = await Promise.all(
    Array.from({ length: 20 }, () =>
      before.client.call('runWorkflow', { params: { id: 'asking' } }),
    ),
  );
  before.child.kill('SIGKILL');
  await before.ended;
  const after = await serve();
  const { items } = await after.client.call('listRuns', { query: { limit: 100 } });
  expect(new Set(items.map(({ id }) => id))).toEqual(new Set(starts.map((each) => each.run_id)));
  const [first] = starts;
  const id = first?.run_id ?? '';
  await after.client.call('resumeRun', { params: { id }, body: { node: 'review', input: 'yes' } });
  const seen: number[] = [];
  for await (const update of after.client.events(id)) {
    if (update.type === 'event') seen.push(update.seq);
  }
  expect(seen).toEqual(seen.map((_, i) => i + 1));
  expect(await after.client.call('getRun', { params: { id } })).toMatchObject({ output: 'done' });
  // Others may look at the file, but not work on it.
  const [, other] = starts;
  const cancel = ['runs', 'cancel', other?.run_id ?? '', '--store', 'sqlite:.skein/skein.db'];
  const second = await skein(cancel, { cwd: folder });
  expect([second.code, second.stderr]).toEqual([8, expect.stringContaining('STORE_LOCKED')]);
});

it('[X102] twenty readers that never read cost the server at most 64 MB', async () => {
  // On a busy machine the garbage collector comes late, and what it has not taken yet counts too. What readers really cost is there
  // every time, so the least of up to three servers tells it.
  let leastMb = Infinity;
  for (let tries = 0; tries < 3 && leastMb > 64; tries++) {
    const { grownMb, lost } = await deafReaders({ readers: 20, rounds: 80 });
    leastMb = Math.min(leastMb, grownMb);
    expect(lost).toBe(0);
  }
  expect(leastMb).toBeLessThanOrEqual(64);
});

it('[X103] a port that makes no sense is refused, and so is one that is taken', async () => {
  const odd = await skein(['serve', '--port', 'many'], { cwd: folder });
  expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining('USAGE')]);
  const { url } = await serve();
  const taken = await skein(['serve', '--port', new URL(url).port, '--store', 'memory'], {
    cwd: folder,
  });
  expect([taken.code, taken.stderr]).toEqual([
    8,
    expect.stringMatching(
      /^error LISTEN_FAILED: .* on 127\.0\.0\.1:\d+: another program is using it\.\n.*--port 0/u,
    ),
  ]);
});

it('[X106] the configuration names other addresses of the server', async () => {
  const config = { server: { origins: ['https://skein.example'] } };
  writeFileSync(path.join(folder, 'skein.config.json'), JSON.stringify(config));
  const { url } = await serve();
  const ask = (origin: string) => fetch(`${url}/api/v1/runs`, { headers: { origin } });
  expect((await ask('https://skein.example')).status).toBe(200);
  const refused = await ask('https://other.example');
  expect([refused.status, ((await refused.json()) as Loose).error.code]).toEqual([
    403,
    'ORIGIN_REFUSED',
  ]);
});

it('[X109] the configuration names an identity provider, and that closes the server', async () => {
  const write = (issuer: string) =>
    writeFileSync(
      path.join(folder, 'skein.config.json'),
      JSON.stringify({ server: { oidc: { issuer, audience: 'skein' } } }),
    );
  write('http://login.example.com');
  const refused = await skein(['serve', '--port', '0', '--json'], { cwd: folder });
  expect([refused.code, JSON.parse(refused.stdout).error.code]).toEqual([2, 'CONFIG_INVALID']);
  // Nobody answers there: a token cannot be checked.
  write('http://127.0.0.1:1');
  const { url } = await serve();
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`${url}/api/v1/runs`, { headers })).status;
  expect(await ask({})).toBe(401);
  expect(await ask({ authorization: 'Bearer nonsense' })).toBe(401);
  expect(await ask({ authorization: 'Bearer a.b.c' })).toBe(503);
});

it('[X104] keys are made, listed and revoked; a public address needs one', async () => {
  const inFolder = { cwd: folder };
  const json = async (...given: string[]): Promise<Loose> => {
    const { code, stdout } = await skein([...given, '--json'], inFolder);
    return { code, ...JSON.parse(stdout) };
  };
  const refused = await json('serve', '--host', '0.0.0.0', '--port', '0');
  expect(refused).toMatchObject({ code: 4, error: { code: 'KEYS_NEEDED' } });
  const made = await json('keys', 'create', '--user', 'ada', '--scope', 'run', '--days', '2');
  expect(made).toMatchObject({ code: 0, user: 'ada', scopes: ['run'], state: 'valid' });
  const { key, id } = made as { readonly key: string; readonly id: string };
  const listed = await json('keys', 'ls');
  expect(listed.keys).toMatchObject([{ id: id, user: 'ada', state: 'valid' }]);
  expect(JSON.stringify(listed)).not.toContain(key);
  const served = await serve(['--host', '0.0.0.0']);
  const url = served.url.replace('0.0.0.0', '127.0.0.1');
  const ada = createClient({ server: url, key });
  expect(await ada.call('whoAmI', {})).toMatchObject({ user: 'ada', scopes: ['run'] });
  await expect(createClient({ server: url }).call('listRuns', {})).rejects.toMatchObject({
    status: 401,
  });
  served.child.kill('SIGTERM');
  await served.ended;
  expect(await json('keys', 'revoke', id)).toMatchObject({
    code: 0,
    revoked: true,
  });
  expect((await json('keys', 'ls')).keys).toMatchObject([{ state: 'revoked' }]);
  expect(await json('keys', 'revoke', 'nope')).toMatchObject({ code: 5 });
  expect((await skein(['keys', 'create', '--scope', 'root'], inFolder)).code).toBe(2);
});

it('[X440] a new key may run and no more, an empty user is nobody, and sessions are listed and revoked', async () => {
  const inFolder = { cwd: folder };
  const json = async (...given: string[]): Promise<Loose> => {
    const { code, stdout } = await skein([...given, '--json'], inFolder);
    return { code, ...JSON.parse(stdout) };
  };
  const made = await json('keys', 'create', '--user', 'bea');
  expect(made).toMatchObject({ code: 0, user: 'bea', scopes: ['run'] });
  for (const user of ['', ' ']) {
    const refused = await skein(['keys', 'create', '--user', user], inFolder);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--user is empty')]);
  }
  const served = await serve([]);
  const { url } = served;
  const body = JSON.stringify({ key: made.key });
  const headers = { 'content-type': 'application/json' };
  const signed = await fetch(`${url}/api/v1/session`, { method: 'POST', headers, body });
  expect(signed.status).toBe(200);
  served.child.kill('SIGTERM');
  await served.ended;
  expect((await json('keys', 'ls', '--user', 'bea')).keys).toHaveLength(1);
  const all = (await json('keys', 'ls', '--user', 'bea', '--all')).keys;
  const session = all.find(({ id }: Loose) => id !== made.id);
  expect(all).toHaveLength(2);
  expect((await json('keys', 'revoke', session.id, '--user', 'ada')).code).toBe(5);
  expect((await json('keys', 'revoke', session.id, '--user', 'bea')).code).toBe(0);
});

it('[X540] a server that is killed has written down what it compiled, so that the next one starts faster', async () => {
  const cache = path.join(folder, 'compiled');
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--json'], {
    cwd: folder,
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const files = () => (existsSync(cache) ? readdirSync(cache, { recursive: true }).length : 0);
  await expect.poll(files, { timeout: 30_000 }).toBeGreaterThan(100);
  child.kill('SIGKILL');
});
