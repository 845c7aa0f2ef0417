import type { JsonObject } from '@skein/kernel';
import { rule, type BrokenDefinition, type Rule } from './broken-definition.ts';

const start = { id: 'start', type: 'start', x: 0, y: 0, data: {} };

function agent(id: string, given: JsonObject = {}): JsonObject {
  return {
    id,
    type: 'agent',
    x: 0,
    y: 0,
    data: { agentName: id, tools: { subagents: true }, ...given },
  };
}

function canvas(
  given: Rule,
  nodes: readonly JsonObject[],
  connections: readonly JsonObject[] = [],
): BrokenDefinition {
  const placed = nodes.map((node, index) => ({ ...node, y: index * 98 }));
  return {
    ...given,
    dialect: 'canvas',
    definition: { name: given.code, nodes: placed, connections },
  };
}

const to = (source: string, target: string, sourceHandle?: string): JsonObject => ({
  source,
  target,
  ...(sourceHandle === undefined ? {} : { sourceHandle }),
});
const sub = (source: string, target: string) => to(source, target, 'subagent');
const gate = { id: 'gate', type: 'approval', data: { prompt: 'Well?' } };

export const canvasRules: readonly BrokenDefinition[] = [
  {
    ...canvas(
      rule('warning', 'MODEL_UNAVAILABLE', 'models have a provider and a key', { node: 'a' }),
      [start, agent('a', { model: 'openai/gpt-5' })],
      [to('start', 'a')],
    ),
    isServers: true,
  },
  {
    ...canvas(
      rule('warning', 'TOOL_UNAVAILABLE', 'tools are there', { node: 'a' }),
      [start, agent('a', { tools: { 'shop-sell': true } })],
      [to('start', 'a')],
    ),
    isServers: true,
  },
  canvas(rule('error', 'NO_ENTRY', 'exactly one start: none', 'workflow'), [agent('a')]),
  canvas(rule('error', 'SEVERAL_STARTS', 'exactly one start: two', { node: 'two' }), [
    start,
    { ...start, id: 'two' },
  ]),
  canvas(
    rule('error', 'UNKNOWN_NODE_TYPE', 'only known types', { node: 'x' }),
    [start, { id: 'x', type: 'teleport', data: {} }],
    [to('start', 'x')],
  ),
  canvas(
    rule('error', 'DUPLICATE_ID', 'ids are used once', 'workflow'),
    [start, agent('a'), agent('a')],
    [to('start', 'a')],
  ),
  canvas(
    rule('error', 'EDGE_END_MISSING', 'connections lead somewhere', { node: 'start' }),
    [start],
    [to('start', 'gone')],
  ),
  canvas(
    rule('error', 'SUBAGENT_NOT_AGENT', 'subagents are agents', { line: 'a gate' }),
    [start, agent('a'), gate],
    [to('start', 'a'), sub('a', 'gate')],
  ),
  canvas(
    rule('error', 'SUBAGENTS_OFF', 'the tool for subagents is on', { line: 'a b' }),
    [start, agent('a', { tools: {} }), agent('b')],
    [to('start', 'a'), sub('a', 'b')],
  ),
  canvas(
    rule('error', 'SUBAGENT_HANDLE', 'a subagent is entered at its input', { line: 'a b' }),
    [start, agent('a'), agent('b')],
    [to('start', 'a'), { ...sub('a', 'b'), targetHandle: 'side' }],
  ),
  canvas(
    rule('error', 'SUBAGENT_OF_ITSELF', 'nobody is its own subagent', { line: 'a a' }),
    [start, agent('a')],
    [to('start', 'a'), sub('a', 'a')],
  ),
  canvas(
    rule('error', 'SUBAGENT_SHARED', 'a subagent has one parent', { line: 'b c' }),
    [start, agent('a'), agent('b'), agent('c')],
    [to('start', 'a'), to('a', 'b'), sub('a', 'c'), sub('b', 'c')],
  ),
  canvas(
    rule('error', 'SUBAGENT_IN_FLOW', 'a subagent is no step of the flow', { line: 'start b' }),
    [start, agent('a'), agent('b')],
    [to('start', 'a'), sub('a', 'b'), to('start', 'b')],
  ),
  canvas(
    rule('error', 'SUBAGENT_CYCLE', 'subagents make no circle', { line: 'b a' }),
    [start, agent('a'), agent('b')],
    [sub('a', 'b'), sub('b', 'a')],
  ),
  canvas(
    rule('warning', 'HANDLE_NEVER_FIRES', 'only own handles fire', { line: 'a gate' }),
    [start, agent('a'), gate],
    [to('start', 'a'), to('a', 'gate', 'error')],
  ),
  canvas(
    rule('warning', 'PROMPT_IGNORED', 'the prompt of a subagent is ignored', { node: 'b' }),
    [start, agent('a'), agent('b', { userPrompt: 'Hello' })],
    [to('start', 'a'), sub('a', 'b')],
  ),
  canvas(
    rule('warning', 'PLACEHOLDER_UNKNOWN', 'no placeholder is filled in a name', { node: 'a' }),
    [start, agent('a', { agentName: '{{PREVIOUS_OUTPUT}}' })],
    [to('start', 'a')],
  ),
  canvas(
    rule('warning', 'UNKNOWN_KEY', 'unknown keys are kept', { node: 'a' }),
    [start, agent('a', { colour: 'red' })],
    [to('start', 'a')],
  ),
  canvas(
    rule('warning', 'HANDLE_IGNORED', 'a node is entered at its input', { line: 'start a' }),
    [start, agent('a')],
    [{ ...to('start', 'a'), targetHandle: 'side' }],
  ),
];
