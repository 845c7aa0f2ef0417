// Goal (S1): no secret is on any surface. Method: one run of the real command with a canary in every place that may hold a secret, against
// servers that echo everything; then every byte that is printed, kept, exported or sent to the model is searched.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { secretFile } from '@skein/agents';
import type { Json } from '@skein/kernel';
import { startFakeProvider, type FakeProvider } from '@skein/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderWith, skein } from '../spawn-skein.ts';

const canaries = {
  LOCAL_KEY: 'canary-key-of-the-provider-01',
  HEADER_SECRET: 'canary-in-a-header-02',
  URL_SECRET: 'canary/in an address?03',
  MCP_SECRET: 'canary-of-a-server-04',
  STORED_SECRET: 'canary-of-the-store-05',
  PROVIDER_HEADER: 'canary-header-of-the-provider-06',
  UNUSED_SECRET: 'canary-that-nobody-names-07',
} as const;
const storeKey = Buffer.alloc(32, 9).toString('hex');

const require = createRequire(new URL('../../../agents/package.json', import.meta.url));
const everything = path.join(
  path.dirname(require.resolve('@modelcontextprotocol/server-everything/package.json')),
  'dist/index.js',
);

const echo = createServer((request, response) => {
  const status = request.url?.includes('fail') === true ? 500 : 200;
  response.writeHead(status, { 'content-type': 'application/json', 'x-back': request.url ?? '' });
  response.end(JSON.stringify({ url: request.url, headers: request.headers }));
});
let fake: FakeProvider;
let port = 0;
const { folder, remove } = folderWith({});
const write = (name: string, value: Json) =>
  writeFileSync(path.join(folder, name), JSON.stringify(value));

beforeAll(async () => {
  fake = await startFakeProvider();
  await new Promise<void>((done) => echo.listen(0, '127.0.0.1', done));
  ({ port } = echo.address() as AddressInfo);
});
afterAll(async () => {
  await fake.close();
  echo.close();
  remove();
});

function writeWorld(): void {
  const url = `http://127.0.0.1:${port}`;
  const parameters = { type: 'object' };
  write('skein.config.json', {
    providers: {
      local: {
        type: 'openai-compatible',
        baseURL: `${fake.url}/v1`,
        apiKeyEnv: 'LOCAL_KEY',
        headers: { 'X-Extra': canaries.PROVIDER_HEADER },
      },
    },
    http: {
      allow: [`127.0.0.1:${port}`],
      tools: {
        echo: {
          url: `${url}/echo?key=\${URL_SECRET}`,
          headers: { Authorization: 'Bearer ${HEADER_SECRET}', 'X-Stored': '${STORED_SECRET}' },
          parameters,
        },
        broken: {
          url: `${url}/fail?key=\${URL_SECRET}`,
          headers: { A: '${HEADER_SECRET}' },
          parameters,
        },
        refused: { url: 'http://169.254.169.254/?key=${URL_SECRET}', parameters },
      },
    },
    mcpServers: {
      all: {
        command: process.execPath,
        args: [everything, 'stdio'],
        env: { TOKEN: '${MCP_SECRET}' },
      },
    },
  });
  const tools = ['echo', 'broken', 'refused', 'all-get-env'];
  const config = { model: 'local/llama', prompt: 'Go: ${trigger}', tools };
  write('flow.json', {
    skein: 1,
    id: 'spy',
    nodes: [
      { id: 'spy', type: 'agent', config },
      { id: 'sure', type: 'approval', config: { prompt: 'Sure? ${spy.output}' } },
    ],
    edges: [{ from: 'spy', to: 'sure' }],
  });
}

/** Everything below the folder but what the user wrote there, and what is encrypted is looked at too. */
function filesBelow(place: string): readonly string[] {
  return readdirSync(place).flatMap((name) => {
    const file = path.join(place, name);
    if (statSync(file).isDirectory()) return filesBelow(file);
    return name === 'skein.config.json' ? [] : [file];
  });
}

it('[C134] canaries in keys, headers, addresses, the environment and the store: no hit anywhere', async () => {
  writeWorld();
  const sealed = secretFile(path.join(folder, '.skein', 'secrets.json'), () => storeKey);
  await sealed.set('STORED_SECRET', { value: canaries.STORED_SECRET });
  const { STORED_SECRET: _, ...environment } = canaries;
  const env = { ...environment, SKEIN_SECRETS_KEY: storeKey, SKEIN_DEBUG: '1' };
  const call = (id: string, name: string) => ({
    id,
    name,
    arguments: { word: '${HEADER_SECRET}' },
  });
  fake.reply(
    {
      error: {
        status: 500,
        body: { error: { message: `cannot ${canaries.LOCAL_KEY} ${canaries.PROVIDER_HEADER}` } },
      },
    },
    {
      text: 'I try all of them.',
      toolCalls: [
        call('c1', 'echo'),
        call('c2', 'broken'),
        call('c3', 'refused'),
        call('c4', 'all-get-env'),
      ],
    },
    { text: 'That was all.' },
  );
  const store = ['--store', 'sqlite:./runs.db'];
  const command = (...given: string[]) => skein([...given, ...store], { cwd: folder, env });
  const ended = await command('run', 'flow.json', '--input', 'look', '--json');
  expect(ended.code).toBe(3);
  const { id } = JSON.parse(ended.stdout) as { id: string };
  const surfaces = new Map<string, string>([['run', ended.stdout + ended.stderr]]);
  for (const given of [
    ['runs', 'show', id, '--json'],
    ['runs', 'export', id],
    ['runs', 'explain', id, 'spy'],
    ['runs', 'ls', '--json'],
    ['runs', 'answer', id, 'sure=yes', '--json'],
    ['runs', 'tail', id, '--json'],
    ['tools', 'ls', '--json'],
    ['tools', 'call', 'echo', '--json'],
    ['tools', 'call', 'refused', '--json'],
  ]) {
    const { stdout, stderr } = await (given[0] === 'tools'
      ? skein(given, { cwd: folder, env })
      : command(...given));
    surfaces.set(given.join(' '), stdout + stderr);
  }
  surfaces.set('prompts', JSON.stringify(fake.requests.map(({ body }) => body)));
  for (const file of filesBelow(folder)) surfaces.set(file, readFileSync(file).toString('latin1'));
  for (const [surface, text] of surfaces) {
    for (const [name, value] of Object.entries(canaries)) {
      for (const form of [
        value,
        encodeURIComponent(value),
        Buffer.from(value).toString('base64'),
      ]) {
        expect(text.includes(form), `${name} in ${surface}`).toBe(false);
      }
    }
  }
  // The test saw what it searched: the tools were called, and what they gave back is there with names in place of values.
  const all = [...surfaces.values()].join('');
  for (const name of ['URL_SECRET', 'HEADER_SECRET', 'STORED_SECRET', 'MCP_SECRET']) {
    expect(all).toContain(`[secret ${name}]`);
  }
  expect(all).toContain('HTTP_REFUSED');
  expect(fake.requests[0]?.headers['authorization']).toContain(canaries.LOCAL_KEY);
});
