// Goal: what an MCP server asks while its tool runs is asked in the run that called it, durable like every wait. Method: the workflows of one real
// server, some of which ask, are tools of another one; and a server that is no Skein, as a process.
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { openStore } from '@skein/stores';
import { expect, it, onTestFinished } from 'vitest';
import { composeServer, type ComposeServerOptions } from '../../src/server/compose-server.ts';

type Loose = ReturnType<typeof JSON.parse>;

async function serve(options: Partial<ComposeServerOptions> = {}) {
  const store = await openStore('memory');
  const server = await composeServer({ store, environment: {}, ...options });
  const { url } = await server.listen({ port: 0 });
  onTestFinished(() => server.close());
  const ask = async (method: string, place: string, body?: unknown): Promise<Loose> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/api/v1${place}`, { method, headers, ...sent });
    return response.json();
  };
  const start = async (definition: object): Promise<string> => {
    const { id } = await ask('POST', '/workflows', definition);
    return (await ask('POST', `/workflows/${id}/run`, {})).run_id;
  };
  /** The oldest question that is open in a run. */
  const question = async (run: string): Promise<Loose> => {
    const open = async () => (await ask('GET', `/waits?run=${run}`)).items;
    await expect.poll(async () => (await open()).length, { timeout: 20_000 }).toBeGreaterThan(0);
    return (await open())[0];
  };
  const ended = async (run: string): Promise<Loose> => {
    const state = () => ask('GET', `/runs/${run}`);
    await expect
      .poll(async () => (await state()).status, { timeout: 20_000 })
      .toMatch(/completed|failed/);
    return state();
  };
  return { url, ask, start, question, ended };
}

const form = {
  type: 'object',
  properties: { size: { type: 'integer', minimum: 1 }, colour: { enum: ['red', 'blue'] } },
  required: ['size'],
};
const asking = {
  skein: 1,
  id: 'order',
  nodes: [
    { id: 'ask', type: 'input', config: { prompt: 'Which size?', schema: form } },
    { id: 'done', type: 'transform', config: { value: 'size ${ask.output.size}' } },
  ],
  edges: [{ from: 'ask', to: 'done' }],
};
const calls = (id: string, type: string, config: object) => ({
  skein: 1,
  id,
  nodes: [{ id: 'call', type, config }],
  edges: [],
});

async function twoServers() {
  const remote = await serve();
  await remote.ask('POST', '/workflows', asking);
  const script = {
    replies: [
      {
        toolCalls: [
          { name: 'shop-order', arguments: {} },
          { name: 'shop-order', arguments: {} },
        ],
      },
      { text: 'Done.' },
    ],
  };
  const own = await serve({
    script,
    config: { mcpServers: { shop: { url: `${remote.url}/mcp` } } },
  });
  return { remote, own };
}

it('[X2754] a question of a server is an input of the run that called it; the answer, checked, goes back and the call goes on', async () => {
  const { own } = await twoServers();
  const run = await own.start(calls('one', 'tool', { tool: 'shop-order' }));
  const wait = await own.question(run);
  expect(wait).toMatchObject({
    kind: 'input',
    prompt: 'The MCP server "shop" asks: Which size?',
    schema: { properties: { size: { type: 'integer' }, colour: { enum: ['red', 'blue'] } } },
    data: { server: 'shop' },
  });
  const wrong = await own.ask('POST', `/waits/${wait.id}/answer`, { size: 'big' });
  expect(wrong.error.code).toBe('ANSWER_REFUSED');
  const empty = await own.ask('POST', `/waits/${wait.id}/answer`, {});
  expect(empty.error.code).toBe('ANSWER_REFUSED');
  await own.ask('POST', `/waits/${wait.id}/answer`, { size: 3 });
  expect(await own.ended(run)).toMatchObject({
    status: 'completed',
    output: { results: [{ result: { status: 'completed', output: 'size 3' } }] },
  });
});

it.each(['decline', 'cancel'])('[X2754] a person may %s: the server is told', async (action) => {
  const { own, remote } = await twoServers();
  const run = await own.start(calls('one', 'tool', { tool: 'shop-order' }));
  const wait = await own.question(run);
  await own.ask('POST', `/waits/${wait.id}/answer`, { 'skein-no-answer': action });
  // Ours leaves its own run waiting then, and says so.
  const { output } = await own.ended(run);
  const [{ result }] = output.results;
  expect(result.status).toBe('waiting');
  expect((await remote.ask('GET', `/runs/${result.run}`)).status).toBe('waiting');
});

it('[X2755] of calls that run side by side each asks for itself', async () => {
  const { own } = await twoServers();
  const run = await own.start(calls('two', 'agent', { prompt: 'Go.', tools: ['shop-order'] }));
  for (const size of [1, 2]) {
    const { id } = await own.question(run);
    await own.ask('POST', `/waits/${id}/answer`, { size });
    await expect.poll(async () => (await own.ask('GET', `/waits/${id}`)).status).toBe('answered');
  }
  await own.ended(run);
  const journal = JSON.stringify(await own.ask('GET', `/runs/${run}/journal`));
  expect([journal.includes('size 1'), journal.includes('size 2')]).toEqual([true, true]);
});

async function serveEverything() {
  const manifest = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/server-everything/package.json',
  );
  const args = [path.join(path.dirname(manifest), 'dist', 'index.js'), 'stdio'];
  const every = { command: process.execPath, args, startTimeoutMs: 120_000 };
  return serve({ config: { mcpServers: { every } } });
}

it('[X2754] a process asks too', async () => {
  const own = await serveEverything();
  const run = await own.start(calls('one', 'tool', { tool: 'every-trigger-elicitation-request' }));
  const { id, schema } = await own.question(run);
  expect(Object.keys(schema.properties)).toContain('name');
  await own.ask('POST', `/waits/${id}/answer`, { name: 'Ann Example' });
  const { status, output } = await own.ended(run);
  expect([status, JSON.stringify(output)]).toEqual([
    'completed',
    expect.stringContaining('Ann Example'),
  ]);
});

const sends = (args: object) =>
  calls('one', 'tool', { tool: 'every-trigger-url-elicitation', args });
const pay = 'https://pay.example/cart?id=7';

it('[X3260] a server sends a person to an address: the run waits until they say that it is done', async () => {
  const own = await serveEverything();
  const run = await own.start(sends({ url: pay, message: 'Please pay.' }));
  const wait = await own.question(run);
  expect(wait).toMatchObject({
    kind: 'input',
    prompt: `The MCP server "every" asks you to open ${pay}: Please pay.`,
    data: { server: 'every', url: pay },
  });
  const wrong = await own.ask('POST', `/waits/${wait.id}/answer`, { outcome: 'perhaps' });
  expect(wrong.error.code).toBe('ANSWER_REFUSED');
  await own.ask('POST', `/waits/${wait.id}/answer`, { outcome: 'done' });
  const { status, output } = await own.ended(run);
  expect([status, JSON.stringify(output)]).toEqual([
    'completed',
    expect.stringContaining('accept'),
  ]);
});

it('[X3260] whoever does not want to open it says so, and the server is told', async () => {
  const own = await serveEverything();
  const run = await own.start(sends({ url: pay }));
  await own.ask('POST', `/waits/${(await own.question(run)).id}/answer`, { outcome: 'decline' });
  expect(JSON.stringify((await own.ended(run)).output)).toContain('decline');
});

it.each(['http://pay.example/', 'javascript:alert(1)', 'https://bank.example@evil.example/'])(
  '[X3260] nobody is sent to %s',
  async (url) => {
    const own = await serveEverything();
    const run = await own.start(sends({ url }));
    expect(JSON.stringify((await own.ended(run)).output)).toContain('cancel');
    expect((await own.ask('GET', `/waits?run=${run}`)).items).toEqual([]);
  },
);

it('[X3261] a call that is refused until an address was opened is made again then', async () => {
  const own = await serveEverything();
  const run = await own.start(sends({ url: pay, errorPath: true }));
  const before = await own.question(run);
  expect(before.data.url).not.toBe(pay);
  await own.ask('POST', `/waits/${before.id}/answer`, { outcome: 'done' });
  await expect.poll(async () => (await own.question(run)).data.url).toBe(pay);
  const { id } = await own.question(run);
  await own.ask('POST', `/waits/${id}/answer`, { outcome: 'done' });
  const { status, output } = await own.ended(run);
  expect([status, JSON.stringify(output)]).toEqual([
    'completed',
    expect.stringContaining('accept'),
  ]);
});

it('[X3261] without it, the call has failed', async () => {
  const own = await serveEverything();
  const run = await own.start(sends({ url: pay, errorPath: true }));
  await own.ask('POST', `/waits/${(await own.question(run)).id}/answer`, { outcome: 'cancel' });
  expect((await own.ended(run)).error).toMatchObject({
    code: 'TOOL_FAILED',
    message: expect.stringContaining('-32042'),
  });
});
