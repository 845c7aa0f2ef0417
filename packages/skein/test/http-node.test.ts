// Goal: requests of workflows in a real engine: busy servers are waited for, a killed process repeats no page that it recorded, and
// nobody's secrets serve others. Method: a real server on this machine, the real command, killed with SIGKILL.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { makeKey } from '@skein/server';
import { openStore } from '@skein/stores';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEngine } from '../src/index.ts';
import { composeServer } from '../src/server/compose-server.ts';
import { program, skein } from './spawn-skein.ts';

type Loose = ReturnType<typeof JSON.parse>;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function serve(answer: RequestListener) {
  const urls: string[] = [];
  const server = createServer((request, response) => {
    urls.push(request.url ?? '');
    answer(request, response);
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { urls, host: `127.0.0.1:${port}`, base: `http://127.0.0.1:${port}` };
}

function flowOf(config: object, retry?: object) {
  const node = { id: 'get', type: 'http', config, ...(retry !== undefined && { retry }) };
  return { skein: 1, id: 'requests', nodes: [node], edges: [] };
}

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'skein-http-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe('http nodes in an engine', () => {
  it('[X780] a busy server is asked again when it said, each attempt in the journal', async () => {
    const answers = [429, 503, 200];
    const times: number[] = [];
    const { base, host, urls } = await serve((_, response) => {
      const status = answers.shift() ?? 500;
      times.push(performance.now());
      // A second after the first answer, and by the policy of the node after the next.
      if (status === 429) response.setHeader('retry-after', '1');
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status }));
    });
    const engine = await createEngine({ http: { allow: [host] }, environment: {} });
    onTestFinished(() => engine.close());
    const retry = { attempts: 4, backoffMs: 1 };
    const run = await engine.runs.start(flowOf({ url: `${base}/a` }, retry));
    expect(await engine.runs.finished(run.id)).toMatchObject({ output: { status: 200 } });
    expect(urls).toHaveLength(3);
    const [first = 0, second = 0] = times;
    expect(second - first).toBeGreaterThan(990);
    const rows = await engine.runs.journal(run.id);
    const failed = rows.filter(({ type }) => type === 'attempt.failed');
    expect(failed).toMatchObject([
      { failure: { code: 'HTTP_STATUS', data: { status: 429 } } },
      { failure: { code: 'HTTP_STATUS', data: { status: 503 } } },
    ]);
  });

  it('[X780] a run whose pages did not all fit has a warning', async () => {
    const { base, host } = await serve((_, response) => response.end('[1,2]'));
    const engine = await createEngine({ http: { allow: [host] }, environment: {} });
    onTestFinished(() => engine.close());
    const pagination = { page: { param: 'page' }, pagesMax: 2 };
    const config = { url: base, response: 'json', pagination };
    const run = await engine.runs.start(flowOf(config));
    expect(await engine.runs.finished(run.id)).toMatchObject({
      output: [1, 2, 1, 2],
      warnings: [{ code: 'PAGES_LIMITED', node: 'get' }],
    });
  });

  it('[X781] a process that is killed between pages is followed by one that repeats none', async () => {
    const cwd = folder();
    let kill = () => {};
    const { base, host, urls } = await serve((request, response) => {
      const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page'));
      // The third page is not answered: the process dies while it waits for it.
      if (page === 3 && urls.filter((url) => url.endsWith('=3')).length === 1) return kill();
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(page > 4 ? [] : [page * 10, page * 10 + 1]));
    });
    const pagination = { page: { param: 'page' } };
    writeFileSync(path.join(cwd, 'flow.json'), JSON.stringify(flowOf({ url: base, pagination })));
    const config = { http: { allow: [host] } };
    writeFileSync(path.join(cwd, 'skein.config.json'), JSON.stringify(config));
    const at = ['--store', `sqlite:${path.join(cwd, 'runs.db')}`];
    const child = spawn(process.execPath, [program, 'run', 'flow.json', ...at], {
      cwd,
      stdio: 'ignore',
    });
    kill = () => void child.kill('SIGKILL');
    await new Promise((done) => child.on('exit', done));
    const listed = await skein(['runs', 'ls', ...at, '--json'], { cwd });
    const [id] = /run_[A-Za-z0-9_-]+|[0-9a-f-]{36}/.exec(listed.stdout) ?? [''];
    const resumed = await skein(['runs', 'tail', id, ...at, '--json'], { cwd });
    expect(resumed.code).toBe(0);
    expect(urls.map((url) => url.slice(-1))).toEqual(['1', '2', '3', '3', '4', '5']);
    const engine = await createEngine({ store: at[1]!, durable: { recovers: false } });
    onTestFinished(() => engine.close());
    const { output } = (await engine.runs.get(id)) as { readonly output?: unknown };
    expect(output).toEqual([10, 11, 20, 21, 30, 31, 40, 41]);
  });

  it('[X782] a secret of the environment is sent to the hosts that the configuration binds it to', async () => {
    const canary = 'c4n4ry-of-the-mine';
    const seen: unknown[] = [];
    const { base, host } = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end(`You sent ${request.headers.authorization ?? 'nothing'}.`);
    });
    const hosts = { API_KEY: [host] };
    const engine = await createEngine({
      http: { allow: [host] },
      environment: { API_KEY: canary, OTHER_KEY: canary },
      config: { secrets: { hosts } },
      folder: folder(),
    });
    onTestFinished(() => engine.close());
    const play = async (bearer: string) => {
      const run = await engine.runs.start(flowOf({ url: base, auth: { bearer } }));
      const ended = await engine.runs.settled(run.id);
      return { ...ended, rows: await engine.runs.journal(run.id) };
    };
    const sent = await play('API_KEY');
    expect([sent.status, seen]).toEqual(['completed', [`Bearer ${canary}`]]);
    expect(JSON.stringify(sent.rows)).toContain('You sent Bearer [secret API_KEY].');
    const refused = await play('OTHER_KEY');
    expect(refused).toMatchObject({ status: 'failed', error: { code: 'SECRET_REFUSED' } });
    expect(JSON.stringify([sent, refused])).not.toContain(canary);
    expect(seen).toHaveLength(1);
  });

  it('[X783] on a server each user has their own secrets and nobody the host’s', async () => {
    const { base, host } = await serve((request, response) =>
      response.end(sha256(request.headers.authorization ?? '')),
    );
    const store = await openStore('memory');
    const config = { http: { allow: [host] }, secrets: { hosts: { HOST_KEY: [host] } } };
    const environment = { HOST_KEY: 'the-key-of-the-host' };
    const server = await composeServer({ store, config, environment });
    onTestFinished(() => server.close());
    const { url } = await server.listen({ port: 0 });
    const user = async (name: string) => {
      const given = { user: name, name, scopes: ['admin'], expiresAt: null, now: Date.now() };
      const { record, secret } = makeKey({ ...given, scopes: ['admin'] });
      await store.keys.create(record);
      return async (method: string, path: string, body: object): Promise<Loose> => {
        const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
        const init = { method, headers, body: JSON.stringify(body) };
        return (await fetch(`${url}/api/v1${path}`, init)).json();
      };
    };
    const [ann, bob] = [await user('ann'), await user('bob')];
    const outcome = async (ask: typeof ann, bearer: string) => {
      const flow = { ...flowOf({ url: base, auth: { bearer } }), id: `with-${bearer}` };
      await ask('POST', '/workflows', flow);
      const { run } = await ask('POST', `/workflows/${flow.id}/run?wait=60`, {});
      return run.output ?? run.failure?.code ?? run.error?.code;
    };
    await ann('PUT', '/my/secrets/KEY', { value: 'the-key-of-ann', hosts: [host] });
    expect(await outcome(ann, 'KEY')).toBe(sha256('Bearer the-key-of-ann'));
    expect(await outcome(bob, 'KEY')).toBe('SECRET_REFUSED');
    expect(await outcome(ann, 'HOST_KEY')).toBe('SECRET_REFUSED');
    await bob('PUT', '/my/secrets/KEY', { value: 'the-key-of-bob', hosts: [host] });
    expect(await outcome(bob, 'KEY')).toBe(sha256('Bearer the-key-of-bob'));
    expect(await outcome(ann, 'KEY')).toBe(sha256('Bearer the-key-of-ann'));
  });
});

it('[X784] a secret that is missing, or bound to nothing, is told before a run', async () => {
  const engine = await createEngine({
    environment: { BOUND: 'a', LOOSE: 'b' },
    config: { secrets: { hosts: { BOUND: ['example.com'] } } },
    folder: folder(),
  });
  onTestFinished(() => engine.close());
  const look = (bearer: string) =>
    engine.workflows.preflight(flowOf({ url: 'https://example.com', auth: { bearer } }));
  expect(await look('BOUND')).toEqual([]);
  for (const [name, said] of [
    ['MISSING', 'There is no secret "MISSING"'],
    ['LOOSE', 'bound to no hosts'],
  ] as const)
    expect(await look(name)).toMatchObject([
      {
        code: 'SECRET_UNAVAILABLE',
        severity: 'warning',
        pointer: '/nodes/0/config/auth/bearer',
        message: expect.stringContaining(said),
      },
    ]);
});

describe('skein curl', () => {
  it('[C780] prints the node; secrets and losses are on stderr', async () => {
    const command = `curl -k https://api.example.com/a -H 'Authorization: Bearer s3cr3t'`;
    const { code, stdout, stderr } = await skein(['curl', command, '--id', 'orders']);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        id: 'orders',
        type: 'http',
        config: { url: 'https://api.example.com/a', auth: { bearer: 'API_EXAMPLE_COM_KEY' } },
      },
    ]);
    expect(stderr).toContain('skein secrets set API_EXAMPLE_COM_KEY --host api.example.com');
    expect(stderr).toContain('-k was left out');
    expect(`${stdout}${stderr}`).not.toContain('s3cr3t');
    const piped = await skein(['curl', '-', '--json'], { stdin: command });
    expect(JSON.parse(piped.stdout)).toMatchObject({ node: { id: 'request' }, lost: [{}] });
    const wrong = await skein(['curl', 'wget https://example.com']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('no curl command')]);
  });
});
