// Goal: what a run calls may read that run's outputs, and nothing else. Method: a real server, a real MCP server that fetches with
// the token that comes along with each call, and everything else that it may try.
import { fileURLToPath } from 'node:url';
import process from 'node:process';
import { createClient, type Client } from '@skein/api';
import { serveProcess } from '@skein/testkit';
import { afterEach, expect, it } from 'vitest';
import { folderWith, program } from './spawn-skein.ts';

type Loose = ReturnType<typeof JSON.parse>;

const reader = fileURLToPath(new URL('output-reader.mjs', import.meta.url));
const ending: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

async function serve(
  runToken: boolean,
): Promise<{ readonly client: Client; readonly url: string }> {
  const outputs = { command: process.execPath, args: [reader], runToken };
  const { folder, remove } = folderWith({ 'skein.config.json': { mcpServers: { outputs } } });
  ending.push(remove);
  const server = await serveProcess([program, 'serve', '--port', '0', '--json'], { cwd: folder });
  ending.push(() => server.stop());
  return { client: createClient({ server: server.url }), url: server.url };
}

/** Makes an output, reads what a person names, and waits. */
const reading = {
  skein: 1,
  id: 'reading',
  nodes: [
    { id: 'made', type: 'transform', config: { value: { secret: '${trigger.secret}' } } },
    { id: 'ask', type: 'input', config: { prompt: 'Which one?' } },
    { id: 'read', type: 'tool', config: { tool: 'outputs-read', args: { path: '${ask.output}' } } },
    { id: 'wait', type: 'approval', config: { prompt: 'Fine?' } },
  ],
  edges: [
    { from: 'made', to: 'ask' },
    { from: 'ask', to: 'read' },
    { from: 'read', to: 'wait' },
  ],
};

/** A run that waits to be told what to read, and the id of its own output. */
async function started(client: Client, secret: string): Promise<{ id: string; output: string }> {
  const { run_id: id } = await client.call('runWorkflow', {
    params: { id: 'reading' },
    query: { wait: 60 },
    body: { input: { secret } },
  });
  const { outputs } = (await client.call('getRun', { params: { id } })) as Loose;
  return { id, output: outputs.made[0].id };
}

/** What the MCP server was given and told when the run called it. */
async function reads(client: Client, id: string, path: string): Promise<Loose> {
  await client.call('resumeRun', { params: { id }, body: { node: 'ask', input: path } });
  const read = async () => (await client.call('getRun', { params: { id } })) as Loose;
  await expect.poll(async () => (await read()).outputs.read, { timeout: 60_000 }).toBeDefined();
  const [{ value }] = (await read()).outputs.read;
  return JSON.parse(value.results[0].result);
}

it('[V124] an MCP server reads the outputs of the run that calls it, and nothing else', async () => {
  const { client, url } = await serve(true);
  await client.call('createWorkflow', { body: reading });
  const [own, other] = [await started(client, 'mine'), await started(client, 'of another run')];
  const seen = await reads(client, own.id, own.output);
  expect(seen).toMatchObject({ run: own.id, status: 200, url: `${url}/api/v1/outputs/` });
  expect(JSON.parse(seen.body)).toMatchObject({ run: own.id, raw_data: { secret: 'mine' } });
  const foreign = await reads(client, (await started(client, 'x')).id, other.output);
  expect([foreign.status, foreign.body]).toEqual([404, expect.not.stringContaining('of another')]);
  const none = await reads(client, (await started(client, 'x')).id, 'unheard-of');
  expect(JSON.parse(foreign.body).error.code).toBe(JSON.parse(none.body).error.code);

  const ask = (path: string, method = 'GET', token = seen.token) =>
    fetch(`${url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  expect((await ask(`/outputs/${own.output}`)).status).toBe(200);
  for (const [path, method] of [
    [`/runs/${own.id}`, 'GET'],
    [`/runs/${own.id}/journal`, 'GET'],
    [`/runs/${own.id}/cancel`, 'POST'],
    ['/runs', 'GET'],
    ['/workflows', 'GET'],
    ['/secrets', 'GET'],
    ['/keys', 'GET'],
    ['/session', 'GET'],
    ['/mcp-servers', 'GET'],
  ] as const)
    expect([path, (await ask(path, method)).status]).toEqual([path, 403]);
  // Changed, cut or made up, it is no token.
  const [text = '', signature = ''] = String(seen.token).slice(4).split('.');
  const forged = Buffer.from(JSON.stringify([other.id, Date.now() * 2])).toString('base64url');
  for (const token of [`skr_${forged}.${signature}`, `skr_${text}`, 'skr_', `skr_${text}.x`])
    expect((await ask(`/outputs/${own.output}`, 'GET', token)).status).toBe(401);

  // It ends with its run.
  await client.call('resumeRun', { params: { id: own.id }, body: { node: 'wait', input: 'yes' } });
  await expect
    .poll(async () => (await client.call('getRun', { params: { id: own.id } })).status)
    .toBe('completed');
  expect((await ask(`/outputs/${own.output}`)).status).toBe(401);
});

it('[V124] a server that is not configured for it gets no token', async () => {
  const { client } = await serve(false);
  await client.call('createWorkflow', { body: reading });
  const { id, output } = await started(client, 'mine');
  expect(await reads(client, id, output)).toEqual({});
});
