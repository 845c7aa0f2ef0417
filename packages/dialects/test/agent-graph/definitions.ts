// Agent-graph definitions for tests: the smallest whole one, and parts to change it with.
import type { Json, JsonObject } from '@skein/kernel';

export type Parts = { readonly [key: string]: Json };

export const agentNode = (id: string, more: Parts = {}): JsonObject => ({
  id,
  nodeType: 'AGENT',
  nodeName: `The ${id}`,
  agentId: 'helper',
  ...more,
});

export const executorNode = (id: string): JsonObject => ({
  id,
  nodeType: 'TOOL_EXECUTOR',
  nodeName: `The ${id}`,
  agentId: null,
});

export const handOffNode = (id: string): JsonObject => ({
  id,
  nodeType: 'HUMAN_HANDOFF',
  nodeName: `The ${id}`,
  agentId: null,
});

/** `from -> to: value`; nothing behind the arrow ends the run. */
export function route(text: string, more: Parts = {}): JsonObject {
  const { from, to, value } = read(text);
  const condition = { conditionType: 'CONDITIONAL', conditionValue: value };
  return { sourceNodeId: from, targetNodeId: to, ...condition, ...more };
}

export function always(text: string, more: Parts = {}): JsonObject {
  const { from, to } = read(text);
  const condition = { conditionType: 'ALWAYS', conditionValue: null };
  return { sourceNodeId: from, targetNodeId: to, ...condition, ...more };
}

function read(text: string): {
  readonly from: string;
  readonly to: string | null;
  readonly value: string;
} {
  const [, from = '', to = '', value = ''] = /^(\S+) ->\s*(\S+?)?(?::\s*(.*))?$/.exec(text) ?? [];
  return { from, to: to === '' ? null : to, value };
}

export const helper: JsonObject = { id: 'helper', systemPrompt: 'Help.', model: 'gpt-5' };

export const searcher: JsonObject = {
  id: 'searcher',
  name: 'Searcher',
  tools: [{ name: 'search', description: 'Searches.', parameters: { type: 'object' } }],
};

/** One agent, `a`, that only helps. */
export const graphOf = (more: Parts = {}): JsonObject => ({
  entrypointNodeId: 'a',
  nodes: [agentNode('a')],
  edges: [],
  agents: [helper],
  ...more,
});
