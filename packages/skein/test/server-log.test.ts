// What a server writes down, and what never: a real process, asked with secrets in every place that a caller can put one.
import { afterEach, expect, it } from 'vitest';
import { serveProcess, type ServedProcess } from '@skein/testkit';
import { folderWith, program, skein } from './spawn-skein.ts';

type Line = Readonly<Record<string, unknown>>;

const canary = 'canary-7f3a9c';
const open: (() => void | Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function serve(
  given: readonly string[],
  { env = {}, config = {} }: { env?: Readonly<Record<string, string>>; config?: Line } = {},
): Promise<{ readonly server: ServedProcess; readonly key: string }> {
  const { folder, remove } = folderWith({ 'skein.config.json': JSON.stringify(config) });
  open.push(remove);
  const key = (await skein(['keys', 'create', '--scope', 'admin'], { cwd: folder })).stdout.trim();
  const server = await serveProcess([program, 'serve', '--json', ...given], { cwd: folder, env });
  open.push(() => server.stop());
  return { server, key };
}

function linesOf(server: ServedProcess): readonly Line[] {
  return server
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
}

it('[X151] a JSON line for each answer, with nothing of what was sent', async () => {
  const { server, key } = await serve(['--port', '0', '--log', 'json']);
  const authorization = `Bearer ${key}`;
  const listed = await fetch(`${server.url}/api/v1/runs?q=${canary}`, {
    headers: { authorization, 'x-request-id': canary, cookie: `a=${canary}` },
  });
  const refused = await fetch(`${server.url}/api/v1/workflows/${canary}/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${canary}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input: canary }),
  });
  expect([listed.status, refused.status]).toEqual([200, 401]);
  expect(await server.stop()).toBe(0);

  const lines = linesOf(server);
  expect(lines[0]).toMatchObject({ level: 'info', message: 'listening', url: server.url });
  expect(lines.find(({ request }) => request === listed.headers.get('x-request-id'))).toEqual({
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    level: 'info',
    message: 'answered',
    request: expect.any(String),
    method: 'GET',
    route: '/runs',
    status: 200,
    ms: expect.any(Number),
    user: 'local',
    key: expect.any(String),
  });
  const denied = lines.find(({ request }) => request === refused.headers.get('x-request-id'));
  expect(denied).toMatchObject({ status: 401, route: '/workflows/{id}/run' });
  expect(denied).not.toHaveProperty('user');
  expect(lines.at(-1)).toMatchObject({ message: 'stopping' });
  for (const hidden of [canary, key]) expect(server.stderr()).not.toContain(hidden);
});

it('[X3002] runs that fail are in the log, by ids and codes alone', async () => {
  const { server, key } = await serve(['--port', '0', '--log', 'json']);
  const call = (path: string, body: object) =>
    fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const failing = {
    id: 'no',
    type: 'fail',
    config: { message: `It is ${canary}.`, code: 'SOLD_OUT' },
  };
  await call('/workflows', { skein: 1, id: 'orders', nodes: [failing] });
  const started = await call('/workflows/orders/run?wait=30', { input: canary });
  const { run_id: id } = (await started.json()) as { readonly run_id: string };
  await server.stop();
  const told = linesOf(server).filter(({ run }) => run === id);
  expect(told.map(({ level, message, code }) => [level, message, code])).toEqual([
    ['warn', 'A node has failed.', 'SOLD_OUT'],
    ['error', 'A run has failed.', 'SOLD_OUT'],
  ]);
  expect(server.stderr()).not.toContain(canary);
});

it('[X151] lines for people, and none when nobody asked', async () => {
  const { server } = await serve(['--port', '0', '--log', 'text']);
  await fetch(`${server.url}/healthz`);
  await fetch(`${server.url}/api/v1/runs`);
  await server.stop();
  expect(server.stderr()).toMatch(/^[\d:]{8} 200 GET {4}\/healthz {2}[\d.]+ ms$/m);
  expect(server.stderr()).toMatch(/^[\d:]{8} 401 GET {4}\/runs {2}[\d.]+ ms$/m);
  const silent = await serve(['--port', '0']);
  await fetch(`${silent.server.url}/healthz`);
  await silent.server.stop();
  expect(silent.server.stderr()).toBe('');
});

it('[X150] flags count before the environment, and that before the configuration', async () => {
  const config = { server: { port: 1, host: '127.0.0.2', log: 'text' } };
  const env = { SKEIN_PORT: '0', SKEIN_LOG: 'off' };
  const { server } = await serve(['--log', 'json'], { env, config });
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.2:\d{2,}$/);
  await server.stop();
  expect(linesOf(server)[0]).toMatchObject({ message: 'listening' });
  for (const [name, value] of [
    ['SKEIN_PORT', 'x'],
    ['SKEIN_LOG', 'loud'],
  ] as const) {
    const { code, stderr } = await skein(['serve'], { env: { [name]: value } });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`${name}=${value}`),
    });
  }
});
