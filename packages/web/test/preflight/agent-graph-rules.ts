import type { JsonObject } from '@skein/kernel';
import { rule, type BrokenDefinition, type Rule } from './broken-definition.ts';

const asks = (id: string, agentId = id): JsonObject => ({
  id,
  nodeType: 'AGENT',
  nodeName: id,
  agentId,
});
const executor = { id: 'tools', nodeType: 'TOOL_EXECUTOR', nodeName: 'tools' };
const way = (id: string, from: string, target: string | null, value?: string): JsonObject => ({
  id,
  sourceNodeId: from,
  targetNodeId: target,
  ...(value === undefined
    ? { conditionType: 'ALWAYS' }
    : { conditionType: 'CONDITIONAL', conditionValue: value }),
});

function graph(given: Rule, parts: JsonObject): BrokenDefinition {
  const definition = {
    name: given.code,
    entrypointNodeId: 'a',
    nodes: [asks('a')],
    edges: [],
    agents: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
    ...parts,
  };
  return { ...given, dialect: 'agent-graph', definition };
}

const search = { name: 'search', description: 'Searches', parameters: { type: 'object' } };

export const agentGraphRules: readonly BrokenDefinition[] = [
  graph(rule('error', 'EDGE_END_MISSING', 'edges lead somewhere', { node: 'a' }), {
    edges: [way('e', 'a', 'gone')],
  }),
  graph(rule('error', 'AGENT_UNKNOWN', 'agents are known', { node: 'a' }), {
    nodes: [asks('a', 'nobody')],
  }),
  graph(rule('error', 'ENTRY_MISSING', 'the entrypoint is there', 'workflow'), {
    entrypointNodeId: 'gone',
  }),
  graph(rule('error', 'ROUTE_TWICE', 'one ALWAYS edge', { line: 'a c' }), {
    nodes: [asks('a'), asks('b'), asks('c')],
    edges: [way('e', 'a', 'b'), way('f', 'a', 'c')],
  }),
  graph(rule('error', 'ROUTE_TWICE', 'values are used once', { line: 'a c' }), {
    nodes: [asks('a'), asks('b'), asks('c')],
    edges: [way('e', 'a', 'b', 'go'), way('f', 'a', 'c', 'go')],
  }),
  graph(rule('error', 'EXECUTOR_MISSING', 'tools need an executor', { node: 'a' }), {
    agents: [{ id: 'a', tools: [search] }],
  }),
  graph(rule('warning', 'UNREACHABLE_NODE', 'orphans', { node: 'b' }), {
    nodes: [asks('a'), asks('b')],
  }),
  graph(rule('warning', 'ROUTE_CASE', 'values that differ only in case', { line: 'a c' }), {
    nodes: [asks('a'), asks('b'), asks('c')],
    edges: [way('e', 'a', 'b', 'go'), way('f', 'a', 'c', 'GO')],
  }),
  graph(rule('warning', 'END_EDGE_MISSING', 'a conversation can end', { node: 'a' }), {
    isConversational: true,
  }),
  graph(rule('error', 'DUPLICATE_ID', 'ids are used once', 'workflow'), {
    nodes: [asks('a'), asks('a')],
  }),
  graph(rule('warning', 'UNKNOWN_KEY', 'unknown keys are kept', { node: 'tools' }), {
    nodes: [asks('a'), { ...executor, colour: 'red' }],
    edges: [way('e', 'a', 'tools', 'x'), way('f', 'tools', 'a')],
  }),
  graph(rule('warning', 'NODE_NAME_TWICE', 'names are used once', { node: 'b' }), {
    nodes: [asks('a'), { ...asks('b'), nodeName: 'a' }],
    edges: [way('e', 'a', 'b')],
  }),
  graph(rule('warning', 'TOOL_NAME_TAKEN', 'tools have names of their own', 'workflow'), {
    nodes: [asks('a'), executor],
    edges: [way('e', 'a', 'tools', 'x'), way('f', 'tools', 'a')],
    agents: [{ id: 'a', tools: [{ ...search, name: 'router' }] }],
  }),
  {
    ...graph(rule('warning', 'TOOL_NOT_REGISTERED', 'tools are known', 'workflow'), {
      nodes: [asks('a'), executor],
      edges: [way('e', 'a', 'tools', 'x'), way('f', 'tools', 'a')],
      agents: [{ id: 'a', tools: [{ ...search, name: 'nobody-has-this' }] }],
    }),
    isServers: true,
  },
  graph(rule('warning', 'EDGE_TOOL_UNKNOWN', 'edges follow tools', { line: 'tools a' }), {
    nodes: [asks('a'), executor],
    edges: [way('e', 'a', 'tools', 'x'), way('f', 'tools', 'a', 'serach')],
    agents: [{ id: 'a', tools: [search] }],
  }),
  graph(rule('warning', 'WORKFLOW_ID_DIFFERS', 'a node belongs to its workflow', { node: 'a' }), {
    id: 'this-one',
    nodes: [{ ...asks('a'), workflowId: 'another' }],
  }),
];
