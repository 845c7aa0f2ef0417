// The node types of this dialect
// An agent is one model turn; native's `agent` runs a whole loop. The ports are the dialect's routing rules:
//
// R1. `route` fires with the chosen value, and the CONDITIONAL edge whose condition names it is followed; `always` fires
//     where nothing was chosen. These two belong to the author's edges.
// R2. `again`, `turn`, `back`, `finish` and `failed` belong to derived edges: another turn after a wrong choice, the next message
//     of the user, the return to the agent that called, the end of the run, a person who takes over from an agent that failed.
//     A hand-off fires `to:<node>`.
import { modelRetry, type NodeKind } from '@skein/kernel';
import type { NodeEntry } from '../../dialect/node-entry.ts';
import {
  advised,
  list,
  nonEmptyText,
  nullable,
  schemaObject,
  optional,
  record,
  required,
  text,
} from '../../shape/shape.ts';

const kinds = {
  'agent-graph.agent': {
    mode: 'execute',
    ports: ['route', 'always', 'again', 'turn', 'finish', 'failed'],
    firing: 'one',
    // Prompts are texts of the author: `${…}` in them is not a reference.
    rawKeys: ['agent', 'conversational', 'routes', 'executor', 'always', 'handOff'],
    retry: modelRetry,
    effect: 'idempotent',
  },
  'agent-graph.tools': {
    mode: 'execute',
    ports: ['route', 'always', 'back'],
    firing: 'one',
    rawKeys: ['routes', 'always'],
    effect: 'guarded',
  },
  'agent-graph.handoff': {
    mode: 'execute',
    ports: 'any',
    firing: 'one',
    rawKeys: ['entry', 'agents', 'nodes', 'routes', 'always'],
    effect: 'pure',
  },
  'agent-graph.turn': {
    mode: 'wait',
    ports: ['output'],
    textKeys: ['prompt'],
    effect: 'pure',
  },
} satisfies Readonly<Record<string, Omit<NodeKind, 'type'>>>;

/** The full name of a node type of this dialect. */
export type AgentGraphKind = keyof typeof kinds;

export const agentGraphKinds: readonly NodeKind[] = Object.entries(kinds).map(([type, kind]) => ({
  type,
  ...kind,
}));

interface AgentGraphEntry extends NodeEntry {
  readonly kind: AgentGraphKind;
}

const nodeName = advised(nullable(nonEmptyText), 'the name that agents route to and people see', {
  title: 'Name',
  affects: 'nothing',
});

/** What a definition says about a node beside its id and type. */
export const nodeFields = {
  nodeName,
  agentId: optional(nullable(nonEmptyText), 'the agent that an AGENT node runs'),
};

const toolShape = record('tool', {
  name: required(nonEmptyText, 'the name that the model calls it by'),
  description: optional(nullable(text), 'what it does, for the model'),
  parameters: optional(nullable(schemaObject), 'the JSON schema of its arguments'),
});

/** What a definition says about an agent beside its id. */
export const agentFields = {
  name: optional(nullable(text), 'the display name', { title: 'Display name' }),
  systemPrompt: optional(nullable(text), 'its instructions'),
  model: optional(nullable(text), 'the model as provider/model, a known name or an alias'),
  tools: optional(nullable(list(toolShape)), 'the tools that it may call'),
};

/** By the type that a definition writes; the user's turn is not written, but derived. */
export const agentGraphNodes = {
  AGENT: {
    name: 'Agent',
    summary: 'One model turn',
    keywords: ['ai', 'llm', 'model', 'prompt', 'gpt', 'claude', 'chat', 'assistant'],
    palette: { group: 'Think', family: 'agent' },
    kind: 'agent-graph.agent',
    config: record('settings of an agent', {
      ...nodeFields,
      // A record of its own in the definition, which several nodes may use.
      agent: optional(record('agent', agentFields), 'the agent with that id'),
    }),
  },
  TOOL_EXECUTOR: {
    name: 'Tool executor',
    summary: 'Runs the calls of an agent',
    keywords: ['mcp', 'functions', 'api', 'actions', 'call'],
    palette: { group: 'Act', family: 'tool' },
    kind: 'agent-graph.tools',
    config: record('settings of a tool executor', { nodeName }),
  },
  HUMAN_HANDOFF: {
    name: 'Hand-off',
    summary: 'Hand over to a person',
    keywords: ['human', 'operator', 'escalate', 'support', 'review', 'human in the loop'],
    palette: { group: 'People', family: 'human' },
    kind: 'agent-graph.handoff',
    config: record('settings of a hand-off', { nodeName }),
  },
} satisfies Readonly<Record<string, AgentGraphEntry>>;

export type AgentGraphNodeType = keyof typeof agentGraphNodes;

// True because a literal without a spread has exactly the keys of its type.
export const agentGraphNodeTypes = Object.keys(agentGraphNodes) as readonly AgentGraphNodeType[];
