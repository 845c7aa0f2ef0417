// Goal: what a run would lack is told in the words and places of each dialect.
import type { JsonObject } from '@skein/kernel';
import { openStore } from '@skein/stores';
import { createEngine, type DataflowNode } from 'skein';
import { expect, it } from 'vitest';

// With two providers, a model without one belongs to none.
const providers = {
  local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' },
} as const;

const tools = { find: { description: 'Finds.', run: () => 1 } };

type Told = readonly (readonly [code: string, pointer: string, message: string])[];

async function told(
  definition: object,
  dataflow: Readonly<Record<string, DataflowNode>> = {},
): Promise<Told> {
  const environment = { OPENAI_API_KEY: 'k' };
  const engine = await createEngine({ config: { providers }, environment, tools, dataflow });
  try {
    const found = await engine.workflows.preflight(definition);
    const lacks = found.filter(({ code }) => /^(?:MODEL|TOOL)_/.test(code));
    return lacks.map(({ code, pointer, message }) => [code, pointer, message]);
  } finally {
    await engine.close();
  }
}

const without = (model: string) => expect.stringMatching(new RegExp(`No provider.*"${model}"`));
const model = (place: string, name: string) => ['MODEL_UNAVAILABLE', place, without(name)];

it('[C154] agent-graph: models and tools, where the agent is described', async () => {
  const agents = [
    { id: 'sales', model: 'openai/gpt-5', tools: [{ name: 'find' }] },
    { id: 'help', model: 'mistral', tools: [{ name: 'find' }, { name: 'gone' }] },
  ];
  const nodes = [
    { id: 'a', nodeType: 'AGENT', nodeName: 'A', agentId: 'sales' },
    { id: 'b', nodeType: 'AGENT', nodeName: 'B', agentId: 'help' },
    { id: 't', nodeType: 'TOOL_EXECUTOR', nodeName: 'T' },
  ];
  const edge = (sourceNodeId: string, targetNodeId: string) => {
    const ends = { sourceNodeId, targetNodeId };
    return { ...ends, conditionType: 'CONDITIONAL', conditionValue: targetNodeId };
  };
  const edges = [edge('a', 'b'), edge('a', 't'), edge('b', 't')];
  expect(await told({ entrypointNodeId: 'a', nodes, edges, agents })).toEqual([
    // Said once: the dialect has looked for it already.
    ['TOOL_NOT_REGISTERED', '/agents/1/tools/1/name', expect.stringContaining('gone')],
    model('/agents/1/model', 'mistral'),
  ]);
});

it('[C154] agent-graph: what a stored agent lacks, at the node that names it', async () => {
  const store = await openStore('memory');
  const said = { name: 'Help', systemPrompt: null, tools: [] };
  await store.agents.put({ id: 'help', user: '', model: 'mistral', ...said });
  const environment = { OPENAI_API_KEY: 'k' };
  const engine = await createEngine({ config: { providers }, environment, store });
  const nodes = [{ id: 'a', nodeType: 'AGENT', nodeName: 'A', agentId: 'help' }];
  const graph = { entrypointNodeId: 'a', nodes, edges: [] };
  expect(await engine.workflows.preflight(graph)).toMatchObject([
    { code: 'MODEL_UNAVAILABLE', pointer: '/nodes/0', message: without('mistral') },
  ]);
  await engine.close();
});

const context = (source: string, target: string) => ({
  source,
  sourceOutput: 'context',
  target,
  targetInput: 'context',
});

function flow(start: JsonObject, chat: JsonObject, chatType = 'chat') {
  const nodes = [
    { id: 's', type: 'defaultContextStart', config: start },
    { id: 'm', type: 'manualInput', config: { message: 'Hi' } },
    { id: 'c', type: chatType, config: chat },
  ];
  const said = { source: 'm', sourceOutput: 'message', target: 'c', targetInput: 'message' };
  return { nodes, edges: [context('s', 'c'), said] };
}

it('[C154] dataflow: the model of a context where the context gets it, and that of a chat where it is named', async () => {
  expect(await told(flow({ model: 'mistral' }, {}))).toEqual([
    model('/nodes/0/config/model', 'mistral'),
  ]);
  expect(await told(flow({}, { model: 'mistral' }))).toEqual([
    model('/nodes/2/config/model', 'mistral'),
  ]);
  // With the provider of its context it is a known one.
  expect(await told(flow({ provider: 'openai' }, { model: 'mistral' }))).toEqual([]);
  expect(await told(flow({}, { provider: 'openai', model: 'mistral' }))).toEqual([]);
  const router = { model: 'mistral', routes: { yes: 'Yes.', no: 'No.' } };
  expect(await told(flow({}, router, 'intentRouter'))).toContainEqual(
    model('/nodes/2/config/model', 'mistral'),
  );
});

it('[C154] dataflow: which of two contexts a chat is in is not guessed', async () => {
  const { nodes, edges } = flow({}, { model: 'mistral' });
  const other = { id: 'n', type: 'newContext', config: { provider: 'openai', model: 'gpt-5' } };
  const both = { nodes: [...nodes, other], edges: [...edges, context('s', 'n')] };
  expect((await told(both)).filter(([code]) => code === 'MODEL_UNAVAILABLE')).toEqual([]);
});

it('[C154] dataflow: tools, and what an own function says that it needs', async () => {
  const node = { id: 't', type: 'tools', config: { tools: ['find', 'gone'] } };
  const { nodes, edges } = flow({}, {});
  const given = { source: 't', sourceOutput: 'tools', target: 'c', targetInput: 'tools' };
  const offered = await told({ nodes: [...nodes, node], edges: [...edges, given] });
  expect(offered).toEqual([
    [expect.stringMatching(/^TOOL_/), '/nodes/3/config/tools/1', expect.stringContaining('gone')],
  ]);
  const judge: DataflowNode = {
    run: (_inputs, updatedContext) => ({ outputs: {}, updatedContext }),
    needs: ({ judge: name }) =>
      typeof name === 'string' ? { model: { path: ['judge'], name } } : {},
  };
  expect(await told(flow({}, { judge: 'mistral' }, 'judge'), { judge })).toEqual([
    model('/nodes/2/config/judge', 'mistral'),
  ]);
});

function session(input: unknown) {
  const steps = [{ id: 'root', function: 'utils.generate.generate', input }];
  return { steps, paths: [] };
}

it('[C154] session-graph: the model of a generate step, in an input of either form', async () => {
  const input = { model: 'mistral', user: 'Hi' };
  expect(await told(session(input))).toEqual([model('/steps/0/input/model', 'mistral')]);
  expect(await told(session(JSON.stringify(input)))).toEqual([model('/steps/0/input', 'mistral')]);
  expect(await told(session({ user: 'Hi' }))).toEqual([]);
  expect(await told(session({ ...input, model: '@{SESSION_ID}.root.model' }))).toEqual([]);
});

it('[C154] pipeline: models of both kinds of steps, and tools by their names', async () => {
  const steps = [
    { uuid: 'u1', name: 'One', type: 'custom_llm', model: 'mistral', system_prompt: 'Go.' },
    {
      uuid: 'u2',
      name: 'Two',
      type: 'custom_agent',
      model: 'openai/gpt-5',
      system_prompt: 'Go.',
      tools: { find: { enabled: true }, off: { enabled: false }, gone: { enabled: true } },
    },
  ];
  expect(await told({ uuid: 'p', name: 'P', steps })).toEqual([
    model('/steps/0/model', 'mistral'),
    ['TOOL_UNAVAILABLE', '/steps/1/tools/gone', expect.stringContaining('gone')],
  ]);
});
