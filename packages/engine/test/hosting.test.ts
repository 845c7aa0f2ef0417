// Goal: a host that handles one message of a run at a time, and may die at any moment, writes the same journal as one process.
import { checkJsonSchema, nativeNodeTypes, type RegisteredFunction } from '@skein/agents';
import {
  callNode,
  createEngine,
  createMessageHost,
  handleMessage,
  type Happened,
  type KeptRun,
  type Order,
  type RunHost,
  type RunUpdate,
  type MessageHost,
  type RunMessage,
} from '@skein/engine';
import { runId, waitId, workflowId, type Json } from '@skein/kernel';
import {
  EngineError,
  type EngineStore,
  type Observer,
  type SignalStore,
  type Store,
} from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { buildWorkflow } from '@skein/testkit';
import { afterEach, expect, it, vi } from 'vitest';

const run = runId('01990000-0000-7000-8000-000000000000');

const workflow = buildWorkflow({
  id: 'w',
  nodes: [
    { id: 'a', type: 'function', config: { name: 'f' } },
    { id: 'b', type: 'function', config: { name: 'f' } },
  ],
  edges: ['a -> b'],
});

/** Nobody is asked for anything in these tests. */
const noHost: RunHost = {
  owner: 'host',
  start: () => Promise.reject(new Error('not asked for')),
  send: () => Promise.reject(new Error('not asked for')),
  deliver: () => Promise.reject(new Error('not asked for')),
  wake: () => Promise.reject(new Error('not asked for')),
  release: () => Promise.reject(new Error('not asked for')),
};

function hostOf(store: EngineStore, value: Json = 'made'): Promise<MessageHost> {
  return hostWith(store, { run: () => value });
}

async function hostWith(store: EngineStore, f: RegisteredFunction): Promise<MessageHost> {
  const functions = new Map([['f', f]]);
  const nodeTypes = nativeNodeTypes({ functions });
  const host = await createMessageHost({
    store,
    nodeTypes,
    checkSchema: checkJsonSchema,
    host: noHost,
  });
  await host.runtime.workflows.save(workflow);
  return host;
}

async function startOf(host: MessageHost): Promise<RunMessage> {
  const { id, version } = await host.runtime.workflows.get({ id: workflowId('w') });
  return { type: 'start', run: { workflow: { id, version }, depth: 0 } };
}

async function called(
  host: MessageHost,
  order: Order | undefined,
  isFirst = true,
): Promise<Happened> {
  if (order?.do !== 'call') throw new Error('A call was ordered.');
  const { signal } = new AbortController();
  const link = { signal, isFirst, record: async () => true, budget: null };
  const end = await callNode(host, { ...order, run: run, seq: 0 }, link);
  if (end === null) throw new Error('The call is wanted.');
  return end;
}

it('[E130] a turn returns orders once its rows are written; the next continues from what was kept', async () => {
  const store = memoryStore();
  const host = await hostOf(store);
  let turn = await handleMessage(host, run, null, await startOf(host));
  expect(turn.reply).toEqual({ result: { id: run } });
  expect(turn.orders).toMatchObject([{ do: 'call', node: 'a', activation: 1, attempt: 1 }]);
  for (const node of ['b', null]) {
    const end = await called(host, turn.orders[0]);
    turn = await handleMessage(host, run, throughJson(turn.kept), end);
    expect(turn.orders).toMatchObject(node === null ? [] : [{ do: 'call', node }]);
  }
  expect(turn.kept).toBeNull();
  expect(await store.runs.get(run)).toMatchObject({ status: 'completed', seq: 3 });
});

it('[E131] a turn that was cut off after its append is taken again: its rows stand, its orders come again', async () => {
  const store = memoryStore();
  const host = await hostOf(store);
  const start = await startOf(host);
  const first = await handleMessage(host, run, null, start);
  // Nothing of it was kept.
  const again = await handleMessage(host, run, null, start);
  expect(again.orders).toEqual(first.orders);
  expect(again.kept).toMatchObject({ seq: 1 });
  const end = await called(host, again.orders[0]);
  const second = await handleMessage(host, run, again.kept, end);
  const third = await handleMessage(host, run, again.kept, end);
  // In the same millisecond it even writes the same.
  expect([{}, { late: true }]).toContainEqual(third.reply);
  expect(third.orders).toEqual(second.orders);
  expect(third.kept).toEqual(second.kept);
  expect(await store.runs.journal(run)).toHaveLength(2);
});

it('[E131] so is one whose second try finds that all is done', async () => {
  const store = memoryStore();
  const host = await hostOf(store);
  const asking = buildWorkflow({
    id: 'w',
    nodes: [
      { id: 'ask', type: 'input', config: { prompt: 'Name?' } },
      { id: 'b', type: 'function', config: { name: 'f' } },
    ],
    edges: ['ask -> b'],
  });
  await host.runtime.workflows.save(asking);
  const { kept } = await handleMessage(host, run, null, await startOf(host));
  const [wait] = (await store.waits.list({ run })).items;
  const command = { do: 'answer', wait: wait?.id ?? waitId(''), answer: 'Ada' } as const;
  const first = await handleMessage(host, run, kept, { type: 'command', command });
  const again = await handleMessage(host, run, kept, { type: 'command', command });
  expect(again.reply).toEqual(first.reply);
  expect(again.orders).toEqual(first.orders);
  expect(again.orders).toMatchObject([{ do: 'call', node: 'b' }]);
  expect(again.kept).toMatchObject({ seq: 2 });
});

it.each(['message', 'write'] as const)(
  '[E121] a child whose parent is cancelled before its %s starts nothing',
  async (moment) => {
    const memory = memoryStore();
    let onChild = async () => {};
    const store: EngineStore = {
      ...memory,
      runs: {
        ...memory.runs,
        async append(of, expected, events, changes, epoch) {
          if (changes?.created?.parent !== undefined) await onChild();
          await memory.runs.append(of, expected, events, changes, epoch);
        },
      },
    };
    let calls = 0;
    // Fast: it would be called while the start of the child is handled.
    const f = { run: () => (calls += 1), isFast: true, effect: 'idempotent' } as const;
    const host = await hostWith(store, f);
    const inner = { skein: 1, nodes: [{ id: 'a', type: 'function', config: { name: 'f' } }] };
    await host.runtime.workflows.save({
      skein: 1,
      id: 'w',
      nodes: [{ id: 'sub', type: 'subworkflow', config: { workflow: inner } }],
    });
    const { kept, orders } = await handleMessage(host, run, null, await startOf(host));
    const [child] = orders;
    if (child?.do !== 'child') throw new Error('A child was ordered.');
    const cancel = async () => {
      const command = { do: 'cancel' } as const;
      const { reply } = await handleMessage(host, run, kept, { type: 'command', command });
      expect(reply).toHaveProperty('result');
    };
    if (moment === 'write') onChild = cancel;
    else await cancel();
    const started = await handleMessage(host, child.run, null, child.message);
    expect(calls).toBe(0);
    expect(started).toMatchObject({ kept: null });
    expect(started.orders.filter(({ do: what }) => what === 'call')).toEqual([]);
    const record = await store.runs.get(child.run);
    expect(record?.status).toBe(moment === 'write' ? 'cancelled' : undefined);
  },
);

it('[E320] a hosted run tells with the append of its message, and a message that is handled again tells nothing twice', async () => {
  const store = memoryStore();
  const outbox = { subscribers: () => ['webhook:ops'] };
  const host = await createMessageHost({
    store,
    nodeTypes: nativeNodeTypes({ functions: new Map() }),
    checkSchema: checkJsonSchema,
    host: noHost,
    outbox,
  });
  const nodes = [{ id: 'ask', type: 'input', config: { prompt: 'Name?' } }];
  await host.runtime.workflows.save(buildWorkflow({ id: 'w', nodes, edges: [] }));
  const start = await startOf(host);
  await handleMessage(host, run, null, start);
  const { kept } = await handleMessage(host, run, null, start);
  const [wait] = (await store.waits.list({ run })).items;
  const command = { do: 'answer', wait: wait?.id ?? waitId(''), answer: 'Ada' } as const;
  await handleMessage(host, run, kept, { type: 'command', command });
  await handleMessage(host, run, kept, { type: 'command', command });
  const { items } = await store.outbox.list({});
  expect(items.map(({ kind }) => kind)).toEqual(['run.finished', 'wait.closed', 'wait.opened']);
});

it('[E132] what is late, or asked of a run that nobody knows, is answered and changes nothing', async () => {
  const host = await hostOf(memoryStore());
  const turn = await handleMessage(host, run, null, await startOf(host));
  const end = await called(host, turn.orders[0]);
  const late = await handleMessage(host, run, turn.kept, { ...end, attempt: 2 });
  expect(late).toMatchObject({ reply: { late: true }, orders: [] });
  const command = { do: 'cancel' } as const;
  const unknown = await handleMessage(host, runId('nobody'), null, { type: 'command', command });
  expect(unknown.reply).toMatchObject({ error: { code: 'RUN_NOT_FOUND' } });
});

it('[E133] what is kept does not grow with the run', async () => {
  const host = await hostOf(memoryStore(), 'x'.repeat(100_000));
  const first = await handleMessage(host, run, null, await startOf(host));
  const second = await handleMessage(host, run, first.kept, await called(host, first.orders[0]));
  expect(JSON.stringify(second.kept).length).toBeLessThan(200);
});

it('[E133] nor does what comes of a turn grow with what the run has open', async () => {
  const host = await hostOf(memoryStore());
  const ids = Array.from({ length: 300 }, (_, i) => `n${i}`);
  const wide = buildWorkflow({
    id: 'w',
    nodes: ids.map((id) => ({ id, type: 'function', config: { name: 'f' } })),
    policy: { concurrency: ids.length },
  });
  await host.runtime.workflows.save(wide);
  const first = await handleMessage(host, run, null, await startOf(host));
  expect(first.orders).toHaveLength(300);
  const end = await called(host, first.orders[7]);
  for (const isWarm of [true, false]) {
    const taker = isWarm ? host : await hostOf(host.runtime.store);
    const turn = await handleMessage(taker, run, first.kept, end);
    expect(turn.over).toEqual(['call:1:n7']);
    expect(JSON.stringify(turn).length).toBeLessThan(300);
  }
});

it('[E134] turns of one run may be taken by several processes in any order, and so may its calls', async () => {
  const store = memoryStore();
  const [here, there] = [await hostOf(store), await hostOf(store)];
  const first = await handleMessage(here, run, null, await startOf(here));
  const second = await handleMessage(there, run, first.kept, await called(there, first.orders[0]));
  // The run is in memory here, one row behind.
  const last = await handleMessage(
    here,
    run,
    second.kept,
    await called(here, second.orders[0], false),
  );
  expect(last.kept).toBeNull();
  expect((await store.runs.journal(run))?.map(({ type }) => type)).toEqual([
    'run.started',
    'node.completed',
    'node.completed',
  ]);
});

it('[E134] a turn that fails leaves nothing in memory that the journal does not have', async () => {
  const store = memoryStore();
  let isAway = false;
  const runs: Store['runs'] = {
    ...store.runs,
    append(...given) {
      if (isAway) throw new EngineError('STORE_UNAVAILABLE', { reason: 'gone' });
      return store.runs.append(...given);
    },
  };
  const host = await hostOf({ ...store, runs });
  const first = await handleMessage(host, run, null, await startOf(host));
  const end = await called(host, first.orders[0]);
  isAway = true;
  await expect(handleMessage(host, run, first.kept, end)).rejects.toThrow(/gone/);
  isAway = false;
  const second = await handleMessage(host, run, first.kept, end);
  expect(second.orders).toMatchObject([{ do: 'call', node: 'b' }]);
});

const fast = { isFast: true } as const;

/** However busy the machine is, the turn has time for all of its calls. */
function stopTime(): void {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
}
afterEach(() => vi.restoreAllMocks());

it('[E135] functions that are pure or fast are called inside the turn; a fast one begins when what led to it is written', async () => {
  stopTime();
  const store = memoryStore();
  const written: number[] = [];
  const look = async () => written.push((await store.runs.journal(run))?.length ?? 0);
  for (const [more, seen] of [
    [fast, [1, 2]],
    [{ effect: 'pure' }, [0, 0]],
  ] as const) {
    const host = await hostWith(store, { run: look, ...more });
    const turn = await handleMessage(host, run, null, await startOf(host));
    expect(turn).toMatchObject({ kept: null, orders: [] });
    expect(written.splice(0)).toEqual(seen);
    expect(await store.runs.journal(run)).toHaveLength(3);
    await store.runs.delete(run);
  }
});

it('[E135] a step of such a function is written before it continues, and found again', async () => {
  stopTime();
  const store = memoryStore();
  const written: number[] = [];
  let made = 0;
  const f: RegisteredFunction['run'] = async (_, io) => {
    const value = await io.step('once', () => ++made);
    written.push((await store.runs.journal(run))?.length ?? 0);
    return value;
  };
  const start = await startOf(await hostWith(store, { run: f, ...fast }));
  await handleMessage(await hostWith(store, { run: f, ...fast }), run, null, start);
  expect(written).toEqual([2, 4]);
  // As if all of it were lost on the way back.
  const again = await handleMessage(await hostWith(store, { run: f, ...fast }), run, null, start);
  expect(again).toMatchObject({ kept: null, reply: { result: { id: run } } });
  expect(made).toBe(2);
});

it('[E135] a takeover after a step of such a function, because of a death or because it took too long, does not make it again', async () => {
  stopTime();
  const made: string[] = [];
  let hasDied = false;
  const f: RegisteredFunction['run'] = async (_, io, { node }) => {
    await io.step('once', () => made.push(node));
    if (node === 'a') return node;
    // The second one never comes back: its process has died, or it takes too long.
    return hasDied ? node : new Promise<never>(() => {});
  };
  const store = memoryStore();
  const dying = await hostWith(store, { run: f, ...fast });
  const start = await startOf(dying);
  const given = await handleMessage(dying, run, null, start);
  expect(given.orders).toMatchObject([{ do: 'call', node: 'b', attempt: 1 }]);
  expect(made).toEqual(['a', 'b']);
  hasDied = true;
  // On a worker, and in another try of the turn, of which nobody has heard.
  expect(await called(await hostWith(store, { run: f, ...fast }), given.orders[0])).toMatchObject({
    event: { type: 'node.completed', node: 'b' },
  });
  const next = await handleMessage(await hostWith(store, { run: f, ...fast }), run, null, start);
  expect(next).toMatchObject({ kept: null, orders: [] });
  expect(made).toEqual(['a', 'b']);
});

it('[E135] guarded functions are not, and one that takes too long is given up and ordered', async () => {
  const isGuarded = { run: () => null, effect: 'guarded' } as const;
  const guarded = await hostWith(memoryStore(), { ...isGuarded, ...fast });
  const first = await handleMessage(guarded, run, null, await startOf(guarded));
  expect(first.orders).toMatchObject([{ do: 'call', node: 'a' }]);
  let signal: AbortSignal | undefined;
  const hangs: RegisteredFunction['run'] = (_, io) => {
    ({ signal } = io);
    return new Promise<never>(() => {});
  };
  const host = await hostWith(memoryStore(), { run: hangs, ...fast });
  const turn = await handleMessage(host, run, null, await startOf(host));
  expect(turn.orders).toMatchObject([{ do: 'call', node: 'a', attempt: 1 }]);
  expect(signal?.aborted).toBe(true);
});

it('[E137] an observer is told of each row once it is written, and what is open from each process that comes to the run', async () => {
  const store = memoryStore();
  const observed = async (name: string) => {
    const nodeTypes = nativeNodeTypes({ functions: new Map([['f', { run: () => 'made' }]]) });
    const told = (what: string) => heard.push(`${name}: ${what}`);
    const observer: Observer = {
      watchLoad: () => {},
      rows: (_, rows) => told(rows.map(({ seq, type }) => `${seq} ${type}`).join()),
      resumed: (_, { activations }) => told(`open ${activations.map(({ node }) => node).join()}`),
      left: () => {},
      model: (model) => model,
      tools: (tools) => tools,
    };
    const host = await createMessageHost({ store, nodeTypes, observer, host: noHost });
    await host.runtime.workflows.save(workflow);
    return host;
  };
  const heard: string[] = [];
  const [here, there] = [await observed('here'), await observed('there')];
  const first = await handleMessage(here, run, null, await startOf(here));
  // A second try of it, in the same millisecond or later, says nothing that was said already.
  const again = await handleMessage(here, run, null, await startOf(here));
  const end = await called(there, first.orders[0]);
  const second = await handleMessage(there, run, again.kept, end);
  await handleMessage(here, run, second.kept, await called(here, second.orders[0], false));
  expect(heard).toEqual([
    'here: 1 run.started',
    'here: open a',
    'there: open a',
    'there: open a',
    'there: 2 node.completed',
    'here: open b',
    'here: 3 node.completed',
  ]);
});

it('[E136] a watcher of a run is told of its rows and of what its functions report, and nobody is told of others', async () => {
  const store = memoryStore();
  const sent: string[] = [];
  const listeners = new Set<(text: string) => void>();
  const signals: SignalStore = {
    bytesMax: 300,
    async send(text) {
      sent.push(text);
      for (const heard of listeners) heard(text);
    },
    async listen(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
  const told = [{ text: 'a' }, { text: 'x'.repeat(400) }, ...'bcdefghijk'.split('').map(asText)];
  const f: RegisteredFunction['run'] = (_, io) => {
    for (const each of told) io.emit(each);
    return 'made';
  };
  const host = await hostWith({ ...store, signals }, { run: f });
  const engine = await createEngine({
    store: { ...store, signals },
    nodeTypes: host.runtime.nodeTypes,
    host: noHost,
  });
  const first = await handleMessage(host, run, null, await startOf(host));
  expect(sent).toEqual([]);
  const heard: RunUpdate[] = [];
  const watching = new AbortController();
  const reading = (async () => {
    for await (const each of engine.runs.events(run, { signal: watching.signal })) heard.push(each);
  })();
  await expect.poll(() => heard.length).toBe(1);
  const end = await called(host, first.orders[0]);
  await expect.poll(() => heard.length).toBe(1 + told.length - 1);
  expect(heard[1]).toEqual({
    type: 'transient',
    node: 'a',
    activation: 1,
    after: 1,
    data: { text: 'a' },
  });
  const second = await handleMessage(host, run, first.kept, end);
  await handleMessage(host, run, second.kept, await called(host, second.orders[0]));
  await reading;
  expect(heard.filter(({ type }) => type === 'event')).toHaveLength(3);
  expect(sent.filter((text) => text.includes('"written"'))).toHaveLength(2);
  await engine.close();
});

function asText(text: string) {
  return { text };
}

/** As a host that keeps it elsewhere. */
function throughJson(kept: KeptRun | null): KeptRun | null {
  return JSON.parse(JSON.stringify(kept)) as KeptRun | null;
}
