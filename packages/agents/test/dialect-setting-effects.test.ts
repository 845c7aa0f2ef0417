// The same goal as in setting-effects.test.ts for the node types of the dialects, by what authors write: the definition is
// compiled, so that a setting that compiling drops is found too.
import { dialectBehaviours, httpBehaviours, nativeNodeTypes } from '@skein/agents';
import { compileDefinition, nodeEntries, type RecordShape } from '@skein/dialects';
import type { Json, JsonObject, WorkflowNode } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import {
  ask,
  expectEffect,
  replyTo,
  tools,
  valueOf,
  type Asked,
  type Field,
} from './asked-world.ts';
import { fakeNodeIo, nodeCall } from './fake-node-io.ts';

interface Scene {
  /** A definition of which the node `node` has these settings. */
  readonly definition: (settings: JsonObject) => JsonObject;
  readonly before: JsonObject;
  /** Where any value of the shape would not do. */
  readonly values?: { readonly [setting: string]: Json };
}

const start = { id: 'start', type: 'start', data: {} };
const canvasAgent: Scene = {
  definition: (data) => ({
    nodes: [start, { id: 'node', type: 'agent', data }],
    connections: [{ source: 'start', target: 'node' }],
  }),
  before: { userPrompt: 'Why?' },
  values: { tools: { double: true } },
};

const flow = (nodeType: string, before: JsonObject, values: Scene['values'] = {}): Scene => ({
  definition: (config) => ({
    nodes: [
      { id: 'start', nodeType: 'defaultContextStart', config: {} },
      { id: 'node', nodeType, config },
    ],
    edges: [{ id: 'e1', source: 'start', target: 'node' }],
  }),
  before,
  values,
});

const agents = [{ id: 'agent' }, { id: 'other' }];
const toExecutor = ([sourceNodeId, targetNodeId]: readonly [string, string]) => ({
  sourceNodeId,
  targetNodeId,
  conditionType: 'CONDITIONAL',
  conditionValue: 'tools',
});
const agentGraphNode = (nodeType: string, before: JsonObject): Scene => ({
  definition: ({ agent, ...settings }) => ({
    entrypointNodeId: nodeType === 'AGENT' ? 'node' : 'other',
    nodes: [
      { id: 'node', nodeType, ...settings },
      nodeType === 'AGENT'
        ? { id: 'other', nodeType: 'TOOL_EXECUTOR' }
        : { id: 'other', nodeType: 'AGENT', agentId: 'agent' },
    ],
    edges: [toExecutor(nodeType === 'AGENT' ? ['node', 'other'] : ['other', 'node'])],
    agents: agents.map((each) => ({ ...each, ...(agent as JsonObject | undefined) })),
  }),
  before,
  values: { tools: [{ name: 'double' }] },
});

const sessionStep = (name: string, before: JsonObject, values: Scene['values'] = {}): Scene => ({
  definition: (input) => ({
    steps: [{ id: 'root' }, { id: 'node', function: name, input }],
    paths: [{ from: 'root', to: 'node' }],
  }),
  before,
  values,
});

const pipelineStep = (type: string): Scene => ({
  definition: (settings) => ({ name: 'One', steps: [{ uuid: 'node', type, ...settings }] }),
  before: { name: 'Ask', model: 'one', system_prompt: 'Why?' },
  values: { tools: { double: { enabled: true } } },
});

const schema = { type: 'object' };
const scenes: Readonly<Record<string, Scene>> = {
  'canvas agent': canvasAgent,
  'dataflow chat': flow('chat', { model: 'one' }),
  'dataflow intentRouter': flow(
    'intentRouter',
    { model: 'one', routes: { a: 'A.' } },
    {
      routes: { a: 'A.', b: 'B.' },
    },
  ),
  'dataflow newContext': flow('newContext', { model: 'one' }),
  'dataflow tools': flow('tools', { tools: [] }, { tools: ['double'] }),
  'agent-graph AGENT': agentGraphNode('AGENT', { agentId: 'agent' }),
  'agent-graph TOOL_EXECUTOR': agentGraphNode('TOOL_EXECUTOR', {}),
  'session-graph generate': sessionStep('utils.generate.generate', { user: 'Why?' }, { schema }),
  'session-graph api': sessionStep('utils.api.api', {
    method: 'POST',
    url: 'https://example.com',
  }),
  'pipeline custom_llm': pipelineStep('custom_llm'),
  'pipeline custom_agent': pipelineStep('custom_agent'),
};

const native = nativeNodeTypes({ functions: new Map() });

function compiledNode(definition: JsonObject): WorkflowNode {
  const { workflow, diagnostics } = compileDefinition(definition);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return workflow!.nodes.find(({ id }) => id === 'node')!;
}

async function askAs(scene: Scene, settings: JsonObject): Promise<Asked> {
  const { type, name = 'node', config = {} } = compiledNode(scene.definition(settings));
  const sent: Json[] = [];
  const http = httpBehaviours(async (request) => {
    const { signal: _, ...rest } = request;
    // Without the signal it is data.
    sent.push(rest as unknown as JsonObject);
    return { status: 200, headers: {}, text: '' };
  });
  const behaviourOf = (of: string) => http.get(of) ?? dialectBehaviours.get(of) ?? native.get(of)!;
  const call = { node: 'node', nodeName: name, nodeType: type, config };
  const chat = behaviourOf('dataflow.chat');
  const question = { message: 'Why?' };
  // Two types that a chat asks for: what they give is seen in its question.
  if (type === 'dataflow.newContext') {
    const { context } = await behaviourOf(type).run!(nodeCall(call), fakeNodeIo());
    return ask(chat, { call: { inputs: question }, settings: context?.set ?? {} });
  }
  if (type === 'dataflow.tools') {
    const { ports = {} } = await behaviourOf(type).run!(nodeCall(call), fakeNodeIo({ tools }));
    return ask(chat, { call: { inputs: { ...question, tools: ports['tools'] ?? null } } });
  }
  const calls = { toolCalls: [{ id: '1', name: 'double', arguments: {} }], node: 'agent' };
  return ask(behaviourOf(type), {
    call: { ...call, previous: calls, inputs: question },
    reply: type === 'dataflow.intentRouter' ? '{"intent":"a"}' : replyTo(config),
    sent,
  });
}

type Setting = readonly [key: string, field: Field, inside: readonly string[]];

/** What people set, records inside included. */
function settingsIn({ fields }: RecordShape, inside: readonly string[] = []): readonly Setting[] {
  return [...fields]
    .filter(([, { isHidden }]) => isHidden !== true)
    .flatMap(([key, field]): readonly Setting[] => {
      const { shape } = field;
      const isPlain = shape.kind === 'record' && shape.others === undefined;
      return isPlain ? settingsIn(shape, [...inside, key]) : [[key, field, inside]];
    });
}

it('[A215] every type of a dialect that asks somebody is looked at', () => {
  const seen = new Set(
    Object.values(scenes).map(({ definition, before }) => compiledNode(definition(before)).type),
  );
  const found = [...dialectBehaviours].filter(([, { asksInSteps }]) => asksInSteps === true);
  for (const [type] of found) expect(seen).toContain(type);
});

describe.each(Object.entries(scenes))('settings of %s', (name, scene) => {
  const [dialect = '', type = ''] = name.split(' ');
  // The names of scenes are those of entries.
  const { config } = nodeEntries[dialect as keyof typeof nodeEntries][type]!;

  it.each(settingsIn(config))(
    '[A215] %s is used, or says that it changes nothing',
    async (key, field, inside) => {
      const value = scene.values?.[key] ?? valueOf(field.shape);
      const changed = inside.reduceRight<JsonObject>((of, at) => ({ [at]: of }), { [key]: value });
      const [one, other] = [scene.before, { ...scene.before, ...changed }];
      expectEffect(field, await askAs(scene, one), await askAs(scene, other));
    },
  );
});
