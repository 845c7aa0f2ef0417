// Goal: every active workflow can be found, however many there are, and clients are notified when the list changes.
import { PassThrough } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { mcpHttp, mcpStdio } from '@skein/server';
import { createEngine, type Engine } from 'skein';
import { afterEach, expect, it } from 'vitest';

// Machines may be busy.
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const flow = (id: string, description = 'Says hi.') => ({
  skein: 1,
  id,
  description,
  nodes: [{ id: 'say', type: 'transform', config: { value: 'hi' } }],
});

async function serve() {
  const engine = await createEngine({ environment: {} });
  const mcp = mcpHttp({ engine, version: '0', onProblem: () => {} });
  open.push(
    () => engine.close(),
    () => mcp.close(),
  );
  const connect = async (options: {
    readonly era: 'newer' | 'older';
    readonly user?: string;
    readonly onChanged?: () => void;
  }) => {
    const { era, user, onChanged } = options;
    const client = new Client(
      { name: 'test', version: '1' },
      {
        versionNegotiation: { mode: era === 'newer' ? { pin: '2026-07-28' } : 'legacy' },
        ...(onChanged && { listChanged: { tools: { autoRefresh: false, onChanged } } }),
      },
    );
    const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      fetch: (url, init) => mcp.fetch(new Request(url, init), user === undefined ? {} : { user }),
    });
    await client.connect(transport);
    open.push(() => client.close());
    return client;
  };
  return { engine, connect };
}

it('[M14] lists all workflows page by page, and refuses a cursor that leads nowhere', async () => {
  const { engine, connect } = await serve();
  const ids = Array.from({ length: 1_101 }, (_, i) => `flow-${i}`);
  for (const id of ids) await engine.workflows.save(flow(id));
  const client = await connect({ era: 'newer' });
  const seen: string[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.request({
      method: 'tools/list',
      params: cursor === undefined ? {} : { cursor },
    });
    seen.push(...page.tools.map(({ name }) => name));
    sizes.push(page.tools.length);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  // The four tools about runs are on the first page.
  expect(sizes).toEqual([504, 500, 101]);
  expect(seen.filter((name) => name.startsWith('flow-'))).toEqual(ids);
  const away = client.request({ method: 'tools/list', params: { cursor: 'made-up' } });
  await expect(away).rejects.toMatchObject({ code: -32_602 });
});

it('[M2] a workflow that is switched off is not a tool until it is switched on', async () => {
  const { engine, connect } = await serve();
  await engine.workflows.save(flow('lamp'));
  const client = await connect({ era: 'newer' });
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  const call = () => client.callTool({ name: 'lamp', arguments: {} });
  await engine.workflows.change('lamp', { isActive: false });
  expect(await names()).not.toContain('lamp');
  await expect(call()).rejects.toMatchObject({ code: -32_602 });
  await engine.workflows.change('lamp', { isActive: true });
  expect(await names()).toContain('lamp');
  expect((await call()).isError).toBeFalsy();
});

/** What changes the list, one after the other; each must be heard of. */
const changes: readonly ((engine: Engine) => Promise<unknown>)[] = [
  (engine) => engine.workflows.save(flow('mine'), { user: 'ann' }),
  (engine) => engine.workflows.change('mine', { user: 'ann', isActive: false }),
  (engine) => engine.workflows.delete('mine', 'ann'),
];

it.each(['newer', 'older'] as const)(
  '[M14] over HTTP clients that are %s hear of their own changes, and of no others',
  async (era) => {
    const { engine, connect } = await serve();
    let heard = 0;
    let others = 0;
    await connect({ era, user: 'ann', onChanged: () => heard++ });
    await connect({ era, user: 'bob', onChanged: () => others++ });
    for (const [i, change] of changes.entries()) {
      await change(engine);
      await expect.poll(() => heard).toBe(i + 1);
    }
    expect(others).toBe(0);
    await engine.workflows.save(flow('his'), { user: 'bob' });
    await expect.poll(() => others).toBe(1);
    expect(heard).toBe(changes.length);
  },
);

it('[M14] over stdio too', async () => {
  const engine = await createEngine({ environment: {} });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = await mcpStdio({ engine, version: '0', onProblem: () => {}, input, output });
  open.push(
    () => engine.close(),
    () => served.close(),
  );
  let written = '';
  output.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const send = (message: object) =>
    input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  };
  send({ id: 1, method: 'initialize', params });
  await expect.poll(() => written).toContain('"listChanged":true');
  send({ method: 'notifications/initialized' });
  await engine.workflows.save(flow('new'));
  const news = 'notifications/tools/list_changed';
  await expect.poll(() => written).toContain(news);
});
