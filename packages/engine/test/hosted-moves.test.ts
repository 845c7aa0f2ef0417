// Goal: a hosted run is moved and resumed once, although the process that handles the message dies after its append, and although
// another one has the run in its memory as it was before.
import { checkJsonSchema, nativeNodeTypes } from '@skein/agents';
import {
  callNode,
  createMessageHost,
  handleMessage,
  type KeptRun,
  type MessageHost,
  type Order,
  type RemoteCommand,
} from '@skein/engine';
import { runId, versionId, waitId, workflowId } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { buildWorkflow } from '@skein/testkit';
import { expect, it } from 'vitest';

const run = runId('01990000-0000-7000-8000-000000000000');
const notAsked = () => Promise.reject(new Error('not asked for'));

const flow = (last: string) =>
  buildWorkflow({
    id: 'w',
    nodes: [
      { id: 'ask', type: 'input', config: { prompt: 'Name?', deadlineMs: 60_000 } },
      { id: last, type: 'function', config: { name: last } },
    ],
    edges: [{ from: 'ask', to: last }],
  });

async function hostOf(store: Store): Promise<MessageHost> {
  const fails = () => {
    throw new Error('away');
  };
  const functions = new Map([
    ['old', { run: fails }],
    ['new', { run: () => 'made' }],
  ]);
  return createMessageHost({
    store,
    nodeTypes: nativeNodeTypes({ functions }),
    checkSchema: checkJsonSchema,
    host: {
      owner: 'host',
      start: notAsked,
      send: notAsked,
      deliver: notAsked,
      wake: notAsked,
      release: notAsked,
    },
  });
}

async function start(host: MessageHost): Promise<KeptRun | null> {
  const { id, version } = await host.runtime.workflows.save(flow('old'));
  const begun = { workflow: { id: workflowId(id), version }, depth: 0 };
  return (await handleMessage(host, run, null, { type: 'start', run: begun })).kept;
}

const handle = (host: MessageHost, kept: KeptRun | null, command: RemoteCommand) =>
  handleMessage(host, run, kept, { type: 'command', command });

async function answer(host: MessageHost, store: Store, kept: KeptRun | null) {
  const [wait] = (await store.waits.list({ run })).items;
  return handle(host, kept, { do: 'answer', wait: wait?.id ?? waitId(''), answer: 'Ada' });
}

async function endOf(host: MessageHost, order: Order | undefined) {
  if (order?.do !== 'call') throw new Error('A call was ordered.');
  const link = {
    signal: new AbortController().signal,
    isFirst: true,
    record: async () => true,
    budget: null,
  };
  const end = await callNode(host, { ...order, run, seq: 0 }, link);
  if (end === null) throw new Error('The call is wanted.');
  return end;
}

it('[E581] a move whose reply got lost is the same again, and other processes follow it', async () => {
  const store = memoryStore();
  const [host, other] = [await hostOf(store), await hostOf(store)];
  const kept = await start(host);
  // The other one has it in memory, too.
  await handleMessage(other, run, kept, { type: 'wake' });
  const { version } = await host.runtime.workflows.save(flow('new'));
  const move = { do: 'move', to: version, recorded: 'strict' } as const;
  const moved = await handle(host, kept, move);
  expect(moved.reply).toEqual({ result: [] });
  const again = await handle(host, kept, move);
  expect(again).toMatchObject({ reply: { result: [] }, orders: [], over: [] });
  const rows = (await store.runs.journal(run)) ?? [];
  expect(rows.map(({ type }) => type)).toEqual(['run.started', 'run.moved']);
  const answered = await answer(other, store, again.kept);
  expect(answered.orders).toMatchObject([
    { do: 'stop', name: expect.stringMatching(/^deadline:/) },
    { do: 'call', node: 'new' },
  ]);
  const call = answered.orders.find((order) => order.do === 'call');
  await handleMessage(host, run, answered.kept, await endOf(other, call));
  expect(await store.runs.get(run)).toMatchObject({ status: 'completed', workflow: { version } });
});

it('[E582] a resume whose reply got lost is the same again; one of a run that goes on is refused', async () => {
  const store = memoryStore();
  const host = await hostOf(store);
  const answered = await answer(host, store, await start(host));
  const call = answered.orders.find((order) => order.do === 'call');
  const failed = await handleMessage(host, run, answered.kept, await endOf(host, call));
  expect(failed.kept).toBeNull();
  const { seq = 0, workflow } = (await store.runs.get(run)) ?? {};
  const resume = {
    do: 'resume',
    after: seq,
    version: workflow?.version ?? versionId(''),
  } as const;
  const resumed = await handle(host, null, resume);
  const result = { id: run, activations: [{ node: 'old', activation: 1 }], below: [] };
  expect(resumed).toMatchObject({ reply: { result }, orders: [{ do: 'call', node: 'old' }] });
  const again = await handle(host, null, resume);
  expect(again).toMatchObject({ reply: { result }, orders: [{ do: 'call', node: 'old' }] });
  const rows = (await store.runs.journal(run)) ?? [];
  expect(rows.filter(({ type }) => type === 'run.resumed')).toHaveLength(1);
  const refused = await handle(host, again.kept, { ...resume, after: seq + 1 });
  expect(refused.reply).toMatchObject({ error: { code: 'RESUME_REFUSED' } });
});

it('[E582] what a child reported, or was told, before both were resumed no longer counts', async () => {
  const store = memoryStore();
  const host = await hostOf(store);
  const inner = { skein: 1, nodes: [{ id: 'old', type: 'function', config: { name: 'old' } }] };
  const { id, version } = await host.runtime.workflows.save({
    skein: 1,
    id: 'w',
    nodes: [{ id: 'sub', type: 'subworkflow', config: { workflow: inner } }],
  });
  const begun = { workflow: { id: workflowId(id), version }, depth: 0 };
  const started = await handleMessage(host, run, null, { type: 'start', run: begun });
  const [ordered] = started.orders;
  if (ordered?.do !== 'child') throw new Error('A child was ordered.');
  const child = await handleMessage(host, ordered.run, null, ordered.message);
  const failure = { code: 'X', message: 'away', retry: 'never' } as const;
  const event = { type: 'node.failed', node: 'old', activation: 1, failure } as const;
  const ended = await handleMessage(host, ordered.run, child.kept, { type: 'happened', event });
  const told = ended.orders.find((order) => order.do === 'tell');
  if (told?.message === undefined) throw new Error('The parent is told.');
  const failed = await handleMessage(host, run, started.kept, told.message);
  expect(failed.kept).toBeNull();
  const { seq = 0 } = (await store.runs.get(run)) ?? {};
  const resumed = await handle(host, null, { do: 'resume', after: seq, version });
  expect(resumed.orders).toMatchObject([{ do: 'child', run: ordered.run }]);
  const again = await handleMessage(host, run, resumed.kept, told.message);
  expect(again.reply).toEqual({ late: true });
  const woken = await handleMessage(host, ordered.run, null, { type: 'wake' });
  const command = { do: 'cancel', isFromParent: true } as const;
  await handleMessage(host, ordered.run, woken.kept, { type: 'command', command });
  for (const each of [run, ordered.run]) {
    expect(await store.runs.get(each)).toMatchObject({ status: 'running' });
  }
});
