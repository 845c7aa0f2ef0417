// Goal: whatever a run asked is on its cassette, also what failed and what its children asked, and recording calls nothing.
import { createEngine, recordCassette, type CreateEngineOptions, type NodeType } from 'skein';
import { nativeKinds } from '@skein/kernel';
import { expect, it } from 'vitest';

async function record(
  definition: object,
  options: CreateEngineOptions,
  { input = null, cancel = false }: { input?: null | string; cancel?: boolean } = {},
) {
  const engine = await createEngine(options);
  try {
    const { id } = await engine.runs.start(definition, { input });
    await engine.runs.settled(id);
    if (cancel) await engine.runs.cancel(id);
    const before = await engine.runs.journal(id);
    const recording = await recordCassette(engine, id);
    expect(await engine.runs.journal(id)).toEqual(before);
    return { ...recording, run: await engine.runs.get(id) };
  } finally {
    await engine.close();
  }
}

function untimed<Call extends object>(call: Call): Call {
  return { ...call, ms: 0 };
}

const ask = (id: string, more: object = {}) => ({
  id,
  type: 'llm',
  config: { prompt: `Ask ${id}.` },
  ...more,
});

it('[C84] has the failures of attempts too, in order, and fails in the same way when played', async () => {
  const flow = { skein: 1, nodes: [ask('a', { retry: { attempts: 3, backoffMs: 1 } })], edges: [] };
  const script = {
    replies: [
      { when: { call: 1 }, error: { status: 500, message: 'broken' } },
      { when: { call: 2 }, error: { status: 503, message: 'away' } },
      { when: { call: 3 }, text: 'At last.' },
    ],
  };
  const { cassette, run } = await record(flow, { script });
  expect(cassette.calls).toMatchObject([
    { node: 'a', in: 'a#1', error: { code: 'MODEL_CALL_FAILED', message: /broken/ } },
    { node: 'a', in: 'a#1', error: { code: 'MODEL_CALL_FAILED', message: /away/ } },
    { node: 'a', in: 'a#1', reply: { text: 'At last.' } },
  ]);
  const played = await record(flow, { cassette });
  expect(played.run).toMatchObject({ status: 'completed', output: 'At last.', usage: run.usage });
  expect(played.cassette.calls.map(untimed)).toEqual(cassette.calls.map(untimed));
});

it('[C84] has what child runs asked, and where', async () => {
  const each = {
    skein: 1,
    nodes: [{ ...ask('say'), config: { prompt: '${trigger.item}' } }],
    edges: [],
  };
  const flow = {
    skein: 1,
    nodes: [{ id: 'all', type: 'map', config: { items: ['x', 'y'], workflow: each } }],
    edges: [],
  };
  const { cassette } = await record(flow, {});
  expect(cassette.calls.map((call) => [call.node, call.in])).toEqual([
    ['say', 'all#1/0/say#1'],
    ['say', 'all#1/1/say#1'],
  ]);
  const { run } = await record(flow, { cassette });
  expect(run.output).toEqual(['x', 'y']);
});

const team = {
  skein: 1,
  entry: ['boss'],
  nodes: [
    { id: 'boss', type: 'agent', config: { prompt: 'Go.' } },
    { id: 'helper', type: 'agent', config: { system: 'Help.' } },
  ],
  edges: [{ from: 'boss', to: 'helper', kind: 'subagent' }],
};

it('[C84] has the failure of a subagent that its parent was told of', async () => {
  const script = {
    replies: [
      {
        when: { node: 'boss', call: 1 },
        toolCalls: [{ name: 'helper', arguments: { input: 'Hi.' } }],
      },
      { when: { node: 'helper' }, error: { status: 400, message: 'no helper' } },
      { when: { node: 'boss', call: 2 }, text: 'Alone, then.' },
    ],
  };
  const { cassette, run } = await record(team, { script });
  expect(run).toMatchObject({ status: 'completed', output: 'Alone, then.' });
  expect(cassette.calls).toMatchObject([
    { node: 'boss', reply: { toolCalls: [{ name: 'helper' }] } },
    { node: 'helper', in: 'boss#1', error: { message: /no helper/ } },
    { node: 'boss', reply: { text: 'Alone, then.' } },
  ]);
  const played = await record(team, { cassette });
  expect(played.run.output).toBe('Alone, then.');
});

it('[C84] tool calls of agents and of tool nodes: their results, failures and descriptions', async () => {
  const calls: unknown[] = [];
  const tools: CreateEngineOptions['tools'] = {
    look: {
      description: 'Looks.',
      run: (args) => {
        calls.push(args);
        return { seen: 3 };
      },
    },
    fall: {
      description: 'Falls.',
      effect: 'idempotent',
      run: () => Promise.reject(new Error('ouch')),
    },
  };
  const flow = {
    skein: 1,
    nodes: [
      { id: 'agent', type: 'agent', config: { prompt: 'Go.', tools: ['look', 'fall'] } },
      { id: 'tool', type: 'tool', config: { tool: 'fall', args: { n: 1 } } },
    ],
    edges: [{ from: 'agent', to: 'tool' }],
  };
  const script = {
    replies: [
      {
        when: { call: 1 },
        toolCalls: [{ name: 'look', arguments: { at: 'it' } }, { name: 'fall' }, { name: 'fly' }],
      },
      { when: { call: 2 }, text: 'Done.' },
    ],
  };
  const { cassette, run } = await record(flow, { script, tools });
  expect(cassette.tools).toMatchObject({
    look: { description: 'Looks.' },
    fall: { description: 'Falls.', effect: 'idempotent' },
  });
  expect(cassette.calls.map(({ ask: { type }, ...call }) => [type, call.node])).toEqual([
    ['model', 'agent'],
    ['tool', 'agent'],
    ['tool', 'agent'],
    ['model', 'agent'],
    ['tool', 'tool'],
  ]);
  expect(cassette.calls.at(-1)).toMatchObject({ error: { code: 'TOOL_FAILED', message: 'ouch' } });
  const played = await record(flow, { cassette });
  expect(played.run.error).toMatchObject({ ...run.error });
  expect(calls).toEqual([{ at: 'it' }]);
});

it('[C84] a run that waits or was cancelled can be recorded too, with the answers of people', async () => {
  const flow = {
    skein: 1,
    nodes: [ask('a'), { id: 'review', type: 'approval', config: { prompt: 'Good?' } }, ask('b')],
    edges: [
      { from: 'a', to: 'review' },
      { from: 'review', out: 'approved', to: 'b' },
    ],
  };
  const { cassette } = await record(flow, {}, { cancel: true });
  expect(cassette).toMatchObject({ run: { status: 'cancelled' }, calls: [{ node: 'a' }] });
  const engine = await createEngine();
  const { id } = await engine.runs.start(flow);
  await engine.runs.settled(id);
  await engine.waits.answer({ run: id, node: 'review' }, { decision: 'approve' });
  await engine.runs.finished(id);
  const { cassette: whole } = await recordCassette(engine, id);
  expect(whole.calls.map(({ node }) => node)).toEqual(['a', 'b']);
  expect(whole.answers).toMatchObject([{ node: 'review', answer: { decision: 'approve' } }]);
  await engine.close();
});

it('[C84] names what nobody can tell: calls of a node type that does not say what it asks', async () => {
  const kind = nativeKinds.get('llm');
  if (kind === undefined) throw new Error('Native has it.');
  const silent: NodeType = {
    kind,
    description: 'Asks in its own way.',
    run: async (call, io) => {
      const { run, node, nodeName, context } = call;
      const value = await io.step('mine', async () => {
        io.spend({ modelCalls: 1 });
        const messages = [{ role: 'user', content: 'x' }] as const;
        const caller = { run, node, nodeName, context };
        return (await io.model(undefined).call({ messages, signal: io.signal, caller })).text;
      });
      return { value };
    },
  };
  const flow = { skein: 1, nodes: [{ id: 'a', type: 'silent' }], edges: [] };
  const { unknown } = await record(flow, { nodeTypes: { silent } });
  expect(unknown).toMatchObject([
    { node: 'a', activation: 1, reason: /does not say what it asks/ },
  ]);
});

it('[CS7] takes out what the environment calls a secret', async () => {
  process.env['SOME_API_KEY'] = 'canary-0123456789';
  try {
    const flow = {
      skein: 1,
      nodes: [{ ...ask('a'), config: { prompt: '${trigger}' } }],
      edges: [],
    };
    const { cassette } = await record(flow, {}, { input: 'It is canary-0123456789.' });
    expect(JSON.stringify(cassette)).not.toContain('canary');
  } finally {
    delete process.env['SOME_API_KEY'];
  }
});
