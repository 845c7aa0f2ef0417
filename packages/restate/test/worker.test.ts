// What only a host of many machines has: journals that move between hosts, limits of messages and calls, keys of workers.
import { once } from 'node:events';
import { connect } from 'node:http2';
import { connect as connectPlain } from 'node:net';
import { checkJsonSchema, nativeNodeTypes, type RegisteredFunction } from '@skein/agents';
import { compileForTypes, createEngine, type EngineOptions } from '@skein/engine';
import { dumpState, rebuildState, type Json } from '@skein/kernel';
import { admin, createRestateEngine, startWorker, type WorkerOptions } from '@skein/restate';
import { memoryStore, openStore } from '@skein/stores';
import {
  buildWorkflow,
  doorsOf,
  freshNamespace,
  freshPostgres,
  inline,
  neededServer,
} from '@skein/testkit';
import { afterEach, expect, it } from 'vitest';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function optionsOf(run: RegisteredFunction['run']): Omit<EngineOptions, 'store'> {
  const nodeTypes = nativeNodeTypes({ functions: new Map([['f', { run }]]) });
  return { nodeTypes, checkSchema: checkJsonSchema };
}

async function restateWith(
  run: RegisteredFunction['run'],
  more: Partial<Pick<WorkerOptions, 'executionMaxMs' | 'resultMaxBytes'>> = {},
) {
  const { ingressUrl, adminUrl } = doorsOf(await neededServer('restate'));
  const database = await freshPostgres(await neededServer('postgres'));
  closing.push(() => database.drop());
  const store = await openStore(database.url);
  closing.push(async () => store.close());
  const engineOptions = { ...optionsOf(run), store };
  const place = { ingressUrl, namespace: freshNamespace(), engine: engineOptions };
  const worker = await startWorker({ ...place, ...more });
  closing.push(() => worker.close());
  await admin(adminUrl).register(`http://127.0.0.1:${worker.port}`);
  const engine = await createRestateEngine(place);
  closing.push(() => engine.close());
  return Object.assign(engine, { namespace: place.namespace, adminUrl, ingressUrl });
}

const asking = buildWorkflow({
  id: 'asking',
  nodes: [
    { id: 'in', type: 'start' },
    { id: 'a', type: 'function', config: { name: 'f' } },
    { id: 'ask', type: 'approval', config: { prompt: 'Go on?' } },
    { id: 'b', type: 'function', config: { name: 'f' } },
  ],
  edges: ['in -> a', 'a -> ask', 'ask.approved -> b'],
});

it('[RS23] a journal rebuilds to the same state on the other host, and the run continues there', async () => {
  const run = () => 'value';
  const hosted = await restateWith(run);
  const embedded = await createEngine({ ...optionsOf(run), store: memoryStore() });
  closing.push(() => embedded.close());
  for (const [from, to] of [
    [hosted, embedded],
    [embedded, hosted],
  ] as const) {
    const { id } = await from.runs.start(asking, { input: { n: 1 } });
    const before = await from.runs.settled(id);
    await to.runs.import(await from.runs.export(id));
    const after = await to.runs.get(id);
    expect(after).toEqual(before);
    const { graph } = compileForTypes(optionsOf(run).nodeTypes)(asking, {});
    if (graph === null) throw new Error('It is sound.');
    const states = [await from.runs.journal(id), await to.runs.journal(id)].map((rows) =>
      dumpState(graph, rebuildState(graph, rows)),
    );
    expect(states[1]).toEqual(states[0]);
    await to.waits.answer({ run: id }, 'approve');
    expect(await to.runs.finished(id)).toMatchObject({ status: 'completed', output: 'value' });
  }
});

it('[RS24] a result that is too large fails its node', async () => {
  const { runs } = await restateWith(() => 'x'.repeat(5000), { resultMaxBytes: 4000 });
  const { id } = await runs.start(asking);
  expect(await runs.finished(id)).toMatchObject({ status: 'failed', error: { code: 'TOO_LARGE' } });
});

it('[RS34] a large result reaches its run, and the next call is an invocation of its own', async () => {
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const chain = buildWorkflow({
    nodes: ['a', 'b'].map((id) => ({
      id,
      type: 'function',
      config: { name: 'f', args: `\${previous|${id}}` },
    })),
    edges: ['a -> b'],
  });
  const large = 'x'.repeat(200_000);
  const called: number[] = [];
  const { runs, namespace, adminUrl } = await restateWith(async (args) => {
    called.push(String(args).length);
    if (called.length === 1) return large;
    begun.resolve();
    await goOn.promise;
    return 'end';
  });
  const { id } = await runs.start(chain);
  await begun.promise;
  const [held = -1] = await journalBytes(adminUrl, `${namespace}_FlowNode`);
  expect(held).toBeGreaterThan(0);
  expect(held).toBeLessThan(large.length);
  goOn.resolve();
  expect(await runs.finished(id)).toMatchObject({ status: 'completed', output: 'end' });
  expect(called.at(-1)).toBe(large.length);
  expect(called).toHaveLength(2);
});

it('[RS24] so does a step, and the function does not continue after it', async () => {
  let hasGoneOn = false;
  const run: RegisteredFunction['run'] = async (_, io) => {
    await io.step('much', () => 'x'.repeat(5000));
    hasGoneOn = true;
  };
  const { runs } = await restateWith(run, { resultMaxBytes: 4000 });
  const { id } = await runs.start(asking);
  expect(await runs.finished(id)).toMatchObject({ status: 'failed', error: { code: 'TOO_LARGE' } });
  expect(hasGoneOn).toBe(false);
});

const made = { id: 'a', type: 'function', config: { name: 'f' } };
const thrice = '${a.output}${a.output}${a.output}';
const child = buildWorkflow({
  id: 'child',
  nodes: [made, { id: 'b', type: 'end', config: { value: thrice } }],
  edges: ['a -> b'],
});

it.each([
  [
    'the input of a child',
    { type: 'subworkflow', config: { workflow: inline(child), input: thrice } },
  ],
  ['the output of a child', { type: 'subworkflow', config: { workflow: inline(child) } }],
  ['the data of an event', { type: 'emit', config: { name: 'told', data: thrice } }],
])('[RS24] %s that is too large fails its node', async (_, node) => {
  const { runs } = await restateWith(() => 'x'.repeat(1500), { resultMaxBytes: 4000 });
  const { id } = await runs.start(
    buildWorkflow({ nodes: [made, { id: 'much', ...node }], edges: ['a -> much'] }),
  );
  const ended = await runs.finished(id);
  expect(ended).toMatchObject({ status: 'failed', nodes: { a: { status: 'completed' } } });
  expect(JSON.stringify(ended.error)).toContain('TOO_LARGE');
});

it('[RS24] a question of a child that is too large for its parent is answered nevertheless', async () => {
  const item = buildWorkflow({
    id: 'item',
    nodes: [made, { id: 'ask', type: 'approval', config: { prompt: thrice } }],
    edges: ['a -> ask'],
  });
  const { runs, waits } = await restateWith(() => 'x'.repeat(1500), { resultMaxBytes: 4000 });
  const sub = { id: 'sub', type: 'subworkflow', config: { workflow: inline(item) } };
  const { id } = await runs.start(buildWorkflow({ nodes: [sub] }));
  const { waits: shown } = await runs.settled(id);
  expect(shown).toMatchObject([{ kind: 'approval', prompt: expect.stringContaining('too large') }]);
  const [asked] = (await waits.list({})).items;
  expect(asked?.question.prompt).toHaveLength(4500);
  await waits.answer({ run: id }, 'approve');
  expect(await runs.finished(id)).toMatchObject({ status: 'completed' });
});

it('[RS24] a start that is too large is refused', async () => {
  const { runs } = await restateWith(() => null);
  const input = 'x'.repeat(33 * 1024 * 1024);
  await expect(runs.start(asking, { input })).rejects.toMatchObject({ code: 'TOO_LARGE' });
});

it('[RS25] a call that does not come back in time has failed', async () => {
  const { runs } = await restateWith(() => new Promise<never>(() => {}), { executionMaxMs: 300 });
  const { id } = await runs.start(asking);
  const ended = await runs.finished(id);
  expect(ended).toMatchObject({ status: 'failed', error: { code: 'EXECUTION_LOST' } });
});

it('[RS33] a message of older code, which says nothing about that, is given the time of others', async () => {
  const [begun, second] = [Promise.withResolvers<string>(), Promise.withResolvers<boolean>()];
  let calls = 0;
  const run: RegisteredFunction['run'] = async (_, { signal }, call) => {
    calls += 1;
    begun.resolve(call.run);
    // Also the first one is let go then.
    if (calls === 1) await second.promise;
    // A limit of nothing would be over before this is.
    await new Promise((end) => setTimeout(end, 20));
    second.resolve(signal.aborted);
  };
  const { runs, namespace, adminUrl, ingressUrl } = await restateWith(run);
  const { id } = await runs.start(asking);
  const order = { run: await begun.promise, node: 'a', activation: 1, attempt: 1, seq: 1 };
  const service = `${namespace}_FlowNode`;
  const request = (url: string, method: string, body: Json) =>
    fetch(url, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await request(`${adminUrl}/services/${service}`, 'PATCH', { public: true });
  await request(`${ingressUrl}/${service}/execute/send`, 'POST', order);
  expect(await second.promise).toBe(false);
  expect(await runs.settled(id)).toMatchObject({ status: 'waiting' });
});

it('[RS33] a node takes as long as its own timeout allows, and is called once', async () => {
  const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  let calls = 0;
  const run: RegisteredFunction['run'] = (args) => {
    if (args !== 'slow') return new Promise<never>(() => {});
    calls += 1;
    begun.resolve();
    return release.promise;
  };
  const { runs } = await restateWith(run, { executionMaxMs: 300 });
  const slow = buildWorkflow({
    nodes: [{ id: 'a', type: 'function', config: { name: 'f', args: 'slow' }, timeoutMs: 600_000 }],
  });
  const { id } = await runs.start(slow);
  await begun.promise;
  // Begun later, and lost: so the first has taken longer than its worker allows to others.
  const lost = await runs.finished((await runs.start(asking)).id);
  expect(lost).toMatchObject({ error: { code: 'EXECUTION_LOST' } });
  release.resolve('made');
  expect(await runs.finished(id)).toMatchObject({ status: 'completed', output: 'made' });
  expect(calls).toBe(1);
});

it('[RS26] a worker with an identity key answers nobody who does not sign', async () => {
  const { ingressUrl } = doorsOf(await neededServer('restate'));
  const store = memoryStore();
  const identityKeys = ['publickeyv1_w7YHemBctH5Ck2nQRQ47iBBqhNHy4FV7t2Usbye2A6f'];
  const engine = { ...optionsOf(() => null), store };
  const worker = await startWorker({ ingressUrl, identityKeys, engine });
  closing.push(() => worker.close());
  const session = connect(`http://127.0.0.1:${worker.port}`);
  const asked = session.request({ ':path': '/invoke/Flow/start', ':method': 'POST' });
  const status = await new Promise((resolve) => {
    asked.on('response', (headers) => resolve(headers[':status']));
    asked.end();
  });
  session.destroy();
  expect(status).toBe(401);
});

it('[RS40] a chain of calls is one invocation, and a cancel reaches the call that it is at', async () => {
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [goOn, aborted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const chain = buildWorkflow({
    nodes: ['a', 'b'].map((id) => ({ id, type: 'function', config: { name: 'f' } })),
    edges: ['a -> b'],
  });
  let calls = 0;
  const { runs, namespace, adminUrl } = await restateWith(async (_, { signal }) => {
    begun[calls++]?.resolve();
    if (calls === 1) return goOn.promise;
    signal.addEventListener('abort', () => aborted.resolve());
    return new Promise<never>(() => {});
  });
  const { id } = await runs.start(chain);
  await begun[0]?.promise;
  const first = await invocationsOf(adminUrl, `${namespace}_FlowNode`);
  goOn.resolve();
  await begun[1]?.promise;
  expect(await invocationsOf(adminUrl, `${namespace}_FlowNode`)).toEqual(first);
  expect(first).toHaveLength(1);
  await runs.cancel(id);
  await aborted.promise;
  expect(await runs.finished(id)).toMatchObject({ status: 'cancelled' });
});

/** The ids of what is under way at a service. */
async function invocationsOf(adminUrl: string, service: string): Promise<readonly unknown[]> {
  const inFlight = `target_service_name = '${service}' AND status != 'completed'`;
  const rows = await rowsOf(adminUrl, `SELECT id FROM sys_invocation WHERE ${inFlight}`);
  return rows.map(({ id }) => id);
}

/** What Restate keeps of the calls that are under way at a service. */
async function journalBytes(adminUrl: string, service: string): Promise<readonly number[]> {
  const ids = (await invocationsOf(adminUrl, service)).map((id) => `'${String(id)}'`).join(', ');
  const sum = `SELECT SUM(raw_length) AS bytes FROM sys_journal WHERE id IN (${ids})`;
  return (await rowsOf(adminUrl, sum)).map(({ bytes }) => Number(bytes));
}

type Row = { readonly [column: string]: unknown };

async function rowsOf(adminUrl: string, query: string): Promise<readonly Row[]> {
  const response = await fetch(`${adminUrl}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { rows } = (await response.json()) as { readonly rows: readonly Row[] };
  return rows;
}

it('[RS20] a worker ends also when the other side keeps a connection open', async () => {
  const worker = await startWorker({
    ingressUrl: 'http://127.0.0.1:1',
    engine: { ...optionsOf(() => null), store: memoryStore() },
    closeMaxMs: 100,
  });
  const socket = connectPlain({ port: worker.port, host: '127.0.0.1', allowHalfOpen: true });
  const emptySettings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
  socket.write(Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), emptySettings]));
  await once(socket, 'data');
  await worker.close();
  socket.destroy();
});
