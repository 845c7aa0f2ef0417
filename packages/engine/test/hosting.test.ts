// Goal: a host that handles one message of a run at a time, and may die at any moment, writes the same journal as one process.
import { checkJsonSchema, nativeNodeTypes, type RegisteredFunction } from '@skein/agents';
import {
  createEngine,
  createMessageHost,
  handleMessage,
  type KeptRun,
  type RunUpdate,
} from '@skein/engine';
import { runId, waitId } from '@skein/kernel';
import {
  EngineError,
  type EngineStore,
  type Observer,
  type SignalStore,
  type Store,
} from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { buildWorkflow } from '@skein/testkit';
import { expect, it } from 'vitest';

import { called, hostOf, hostWith, noHost, run, startOf, workflow } from './message-host.ts';

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
