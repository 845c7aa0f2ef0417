// `skein tools` and runs with a configuration that names tools: the real command, a real MCP server from npm, a real HTTP server.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import type { Json, JsonObject } from '@skein/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callSkein } from './call-skein.ts';
import { folderWith } from './spawn-skein.ts';

// Each test starts several commands and servers, on a machine that may be busy.
const canary = 'canary-value-9f8e7d';
const require = createRequire(new URL('../../agents/package.json', import.meta.url));
const filesystem = path.join(
  path.dirname(require.resolve('@modelcontextprotocol/server-filesystem/package.json')),
  'dist/index.js',
);

const server = createServer((request, response) => {
  // Gives everything back, secrets included.
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ url: request.url, headers: request.headers }));
});
let port = 0;
const { folder, remove } = folderWith({ 'notes.txt': 'buy milk' });
const write = (name: string, value: Json) =>
  writeFileSync(path.join(folder, name), JSON.stringify(value));

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as AddressInfo);
  mkdirSync(path.join(folder, 'open'));
  writeFileSync(path.join(folder, 'open', 'notes.txt'), 'buy milk');
  const config: JsonObject = {
    mcpServers: {
      fs: { command: process.execPath, args: [filesystem, path.join(folder, 'open')] },
    },
    http: {
      allow: [`127.0.0.1:${port}`],
      tools: {
        echo: {
          description: 'Gives back what it was sent.',
          url: `http://127.0.0.1:${port}/echo/{word}?key=\${CANARY}`,
          headers: { Authorization: 'Bearer ${CANARY}' },
          parameters: {
            type: 'object',
            properties: { word: { type: 'string' } },
            required: ['word'],
          },
        },
        inside: { url: 'http://169.254.169.254/latest' },
      },
    },
    openapi: { odd: { document: 'odd.json', baseURL: `http://127.0.0.1:${port}` } },
  };
  const code = { name: 'code', in: 'query', schema: { type: 'string', pattern: '^(?!x)' } };
  write('odd.json', {
    openapi: '3.1.0',
    paths: { '/look': { get: { operationId: 'look', parameters: [code] } } },
  });
  write('skein.config.json', config);
});
afterAll(() => {
  server.close();
  remove();
});

const run = (...given: string[]) => callSkein(given, { cwd: folder, env: { CANARY: canary } });
const jsonOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as JsonObject;

it('[C70] lists the tools of the configuration with their states', async () => {
  const listed = await run('tools', 'ls');
  expect(listed.code).toBe(0);
  expect(listed.stdout).toContain('echo  Gives back what it was sent.');
  expect(listed.stdout).toContain('fs-read_text_file');
  const { tools, servers } = jsonOf(await run('tools', 'ls', 'fs-read_text', '--json')) as {
    tools: JsonObject[];
    servers: JsonObject[];
  };
  expect(tools).toHaveLength(1);
  expect(tools[0]).toMatchObject({ name: 'fs-read_text_file', state: 'ready', server: 'fs' });
  expect(servers).toEqual([{ name: 'fs', transport: 'stdio', state: 'ready' }]);
});

it('[C380] marks a tool whose schema cannot be used, and calls it', async () => {
  const listed = await run('tools', 'ls', 'odd');
  expect(listed.stdout).toContain('odd-look (arguments not checked: look-ahead');
  expect(jsonOf(await run('tools', 'ls', 'odd', '--json'))).toMatchObject({
    tools: [{ name: 'odd-look', unchecked: expect.stringContaining('/properties/code/pattern') }],
  });
  const called = await run('tools', 'call', 'odd-look', '--args', '{"code":"abc"}');
  expect([called.code, called.stdout]).toEqual([0, expect.stringContaining('/look?code=abc')]);
});

it('[C70] calls a tool, and says what went wrong with a code', async () => {
  const file = path.join(folder, 'open', 'notes.txt');
  const read = await run('tools', 'call', 'fs-read_text_file', '--args', `{"path":"${file}"}`);
  expect([read.code, read.stdout]).toEqual([0, expect.stringContaining('buy milk')]);
  const rows: [string[], number, string][] = [
    [['fs-read_text_file', '--args', '{"path":7}'], 2, 'TOOL_ARGS_INVALID'],
    [['fs-read_text_fil'], 5, 'TOOL_NOT_FOUND'],
    [['inside'], 4, 'HTTP_REFUSED'],
    [['fs-read_text_file', '--args', '{"path":"/etc/passwd"}'], 1, 'TOOL_FAILED'],
    [[], 2, 'USAGE'],
  ];
  for (const [given, code, error] of rows) {
    const ended = await run('tools', 'call', ...given, '--json');
    expect([ended.code, (jsonOf(ended)['error'] as JsonObject)['code']]).toEqual([code, error]);
  }
});

it('[C71] a changed tool is refused until it is confirmed', async () => {
  const kept = path.join(folder, '.skein', 'confirmed-tools.json');
  await run('tools', 'ls');
  expect(existsSync(kept)).toBe(true);
  const confirmed = readFileSync(kept, 'utf8').replace(
    /("read_text_file": ")sha256:\w+/,
    '$1sha256:other',
  );
  writeFileSync(kept, confirmed);
  const file = path.join(folder, 'open', 'notes.txt');
  const call = ['tools', 'call', 'fs-read_text_file', '--args', `{"path":"${file}"}`, '--json'];
  const refused = await run(...call);
  expect(refused.code).toBe(4);
  expect(jsonOf(refused)).toMatchObject({ error: { code: 'TOOL_UNCONFIRMED' } });
  expect((await run('tools', 'ls', 'fs-read_text')).stdout).toContain('(changed)');
  expect((await run('tools', 'confirm', 'fs', '--json')).code).toBe(0);
  expect((await run(...call)).code).toBe(0);
});

const agent = (tools: readonly string[]) => ({
  skein: 1,
  nodes: [{ id: 'desk', type: 'agent', config: { prompt: '${trigger}', tools } }],
});

it('[C72] an agent reads a file through an MCP server, and a hostile result does not widen what it may call', async () => {
  const file = path.join(folder, 'open', 'notes.txt');
  write('agent.json', agent(['fs-read_text_file']));
  write('obey.json', {
    replies: [
      { toolCalls: [{ name: 'fs-read_text_file', arguments: { path: file } }] },
      {
        toolCalls: [
          { name: 'fs-write_file', arguments: { path: `${file}.bad`, content: 'x' } },
          { name: 'echo', arguments: { word: 'x' } },
        ],
      },
      { text: 'done' },
    ],
  });
  const ended = await run(
    'run',
    'agent.json',
    '--input',
    'read',
    '--script',
    'obey.json',
    '--json',
  );
  expect([ended.code, jsonOf(ended)['output']]).toEqual([0, 'done']);
  expect(existsSync(`${file}.bad`)).toBe(false);
});

it('[C73] no secret is in what a run prints or keeps, though the server gives it back', async () => {
  write('echo.json', agent(['echo']));
  write('echo-script.json', {
    replies: [{ toolCalls: [{ name: 'echo', arguments: { word: '${CANARY}' } }] }],
  });
  const store = `sqlite:${path.join(folder, 'runs.db')}`;
  const given = ['run', 'echo.json', '--input', 'go', '--script', 'echo-script.json'];
  const ended = await run(...given, '--store', store, '--json');
  expect(ended.code).toBe(0);
  expect(ended.stdout).toContain('[secret CANARY]');
  const kept = ['runs.db', 'runs.db-wal']
    .map((name) => path.join(folder, name))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file).toString('latin1'));
  expect(kept.join('')).toContain('[secret CANARY]');
  for (const text of [ended.stdout, ended.stderr, ...kept]) expect(text).not.toContain(canary);
});

it('[C74] an agent asks a person, and the command waits for the answer', async () => {
  write('asking.json', agent(['askForInput']));
  const question = { question: 'Which one?', options: ['A', 'B'] };
  write('asking-script.json', {
    replies: [{ toolCalls: [{ name: 'askForInput', arguments: question }] }],
  });
  const given = ['run', 'asking.json', '--input', 'go', '--script', 'asking-script.json', '--json'];
  const waiting = await run(...given);
  expect(waiting.code).toBe(3);
  expect(jsonOf(waiting)['waits']).toMatchObject([{ kind: 'input', prompt: 'Which one?' }]);
  const answered = await run(...given, '--answer', 'desk="C"', '--answer', 'desk="B"');
  expect([answered.code, jsonOf(answered)['output']]).toEqual([0, 'B']);
});

it('[C75] a definition cannot start a process or name an address', async () => {
  const bad = path.join(folder, 'started');
  write('evil.json', {
    ...agent(['evil-work']),
    mcpServers: { evil: { command: 'touch', args: [bad] } },
    http: { tools: { evil: { url: `http://127.0.0.1:${port}/` } } },
  });
  const ended = await run('run', 'evil.json', '--input', 'x', '--json');
  expect(ended.code).not.toBe(0);
  expect(existsSync(bad)).toBe(false);
});
