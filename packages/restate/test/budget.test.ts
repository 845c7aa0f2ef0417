// Goal: functions on two workers pay from one budget. Method: the workers are of two pools, so that each makes its part of the calls; the
// budget has room for four of eight.
import { checkJsonSchema, nativeNodeTypes } from '@skein/agents';
import type { EngineOptions } from '@skein/engine';
import type { NodeFunction, NodeType } from '@skein/ports';
import { admin, createRestateEngine, startWorker } from '@skein/restate';
import { openStore } from '@skein/stores';
import {
  buildWorkflow,
  doorsOf,
  freshNamespace,
  freshPostgres,
  inline,
  neededServer,
} from '@skein/testkit';
import { afterAll, expect, it } from 'vitest';

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

const pools = ['here', 'there'];

function optionsOf(pay: NodeFunction): Pick<EngineOptions, 'nodeTypes' | 'checkSchema'> {
  const nodeTypes = new Map(nativeNodeTypes({ functions: new Map() }));
  for (const type of pools) {
    const paying: NodeType = {
      kind: { type, mode: 'execute', ports: 'any' },
      description: 'Pays ten tokens.',
      run: pay,
    };
    nodeTypes.set(type, paying);
  }
  return { nodeTypes, checkSchema: checkJsonSchema };
}

/** Each with a store of its own, as on two machines. */
async function openWorkers(payOn: (worker: string) => NodeFunction) {
  const { ingressUrl, adminUrl } = doorsOf(await neededServer('restate'));
  const database = await freshPostgres(await neededServer('postgres'));
  closing.push(() => database.drop());
  const open = async () => {
    const store = await openStore(database.url);
    closing.push(async () => store.close());
    return store;
  };
  const place = { ingressUrl, namespace: freshNamespace() };
  for (const [pool, own] of [
    ['default', {}],
    ['there', { pool: 'there' }],
  ] as const) {
    const engine = { ...optionsOf(payOn(pool)), store: await open() };
    const worker = await startWorker({
      ...place,
      ...own,
      engine,
      pools: new Map([['there', 'there']]),
    });
    closing.push(() => worker.close());
    await admin(adminUrl).register(`http://127.0.0.1:${worker.port}`);
  }
  const store = await open();
  const engine = await createRestateEngine({
    ...place,
    engine: { ...optionsOf(payOn('nobody')), store },
  });
  closing.push(() => engine.close());
  return { engine, store };
}

it('[RS12] children on two workers share one budget, which is not overrun', async () => {
  const cost = { least: { tokens: 10, usd: 0 }, most: { tokens: 10, usd: 0 } };
  const full = Promise.withResolvers<void>();
  const paid: string[] = [];
  const payOn =
    (worker: string): NodeFunction =>
    async (_, io) => {
      let giveBack = () => {};
      const made = io.step('pay', async () => {
        giveBack = await io.reserve(() => cost);
        paid.push(worker);
        if (paid.length === 4) full.resolve();
        await full.promise;
        io.spend({ inputTokens: 10 });
        return 'paid';
      });
      return { value: await made.finally(() => giveBack()) };
    };
  const { engine, store } = await openWorkers(payOn);
  const item = buildWorkflow({
    nodes: [{ id: 'in', type: 'start' }, ...pools.map((type) => ({ id: type, type }))],
    edges: ['in -> here', 'in -> there'],
  });
  const config = { items: [1, 2, 3, 4], workflow: inline(item), concurrency: 4 };
  const { id } = await engine.runs.start(
    buildWorkflow({
      policy: { budget: { tokens: 45 }, onLimit: 'pause' },
      nodes: [{ id: 'each', type: 'map', config }],
    }),
  );
  expect(await engine.runs.settled(id)).toMatchObject({ waits: [{ kind: 'limit', node: '' }] });
  expect(await store.budgets.get(id)).toMatchObject({ tokens: 40, usd: 0 });
  await engine.waits.answer({ run: id }, { tokens: 80 });
  expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed' });
  expect(await store.budgets.get(id)).toMatchObject({ tokens: 80, usd: 0 });
  expect(paid.toSorted()).toEqual([...Array(4).fill('default'), ...Array(4).fill('there')]);
});

it('[RS12] a budget that comes with an answer bounds children that are in flight', async () => {
  const cost = { least: { tokens: 10, usd: 0 }, most: { tokens: 10, usd: 0 } };
  const pay: NodeFunction = async (_, io) => {
    const giveBack = await io.reserve(() => cost);
    io.spend({ inputTokens: 10 });
    giveBack();
    return { value: 'paid' };
  };
  const { engine, store } = await openWorkers(() => pay);
  const below = buildWorkflow({
    nodes: [
      { id: 'ask', type: 'input', config: { prompt: 'Go on?' } },
      ...pools.map((type) => ({ id: type, type })),
    ],
    edges: ['ask -> here', 'here -> there'],
  });
  const { id } = await engine.runs.start(
    buildWorkflow({
      policy: { maxSteps: 2, onLimit: 'pause' },
      nodes: [
        { id: 'sub', type: 'subworkflow', config: { workflow: inline(below) } },
        { id: 'one', type: 'transform', config: { value: 1 } },
        { id: 'two', type: 'transform', config: { value: 2 } },
        { id: 'three', type: 'transform', config: { value: 3 } },
      ],
      edges: ['one -> two', 'two -> three'],
    }),
  );
  const limitOf = async () =>
    (await engine.runs.settled(id)).waits.find(({ kind }) => kind === 'limit');
  const first = await limitOf();
  await engine.waits.answer(first?.id ?? '', { maxSteps: 100, tokens: 15 });
  await engine.waits.answer({ run: id, node: 'sub/0/ask' }, 'yes');
  expect(await limitOf()).toMatchObject({ kind: 'limit' });
  expect(await store.budgets.get(id)).toMatchObject({ tokens: 10, usd: 0 });
});
