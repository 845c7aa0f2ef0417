// The node types of this dialect
// An agent is one model turn; native's `agent` runs a whole loop. The ports are the dialect's routing rules:
//
// R1. `route` fires with the chosen value, and the CONDITIONAL edge whose condition names it is followed; `always` fires
//     where nothing was chosen. These two belong to the author's edges.
// R2. `again`, `turn`, `back` and `finish` belong to derived edges: another turn after a wrong choice, the next message of the
//     user, the return to the agent that called, the end of the run. A hand-off fires `to:<node>`.
import { modelRetry, type NodeKind } from '@skein/kernel';
import type { PaletteEntry } from '../../dialect/palette-entry.ts';

const kinds = {
  'agent-graph.agent': {
    mode: 'execute',
    ports: ['route', 'always', 'again', 'turn', 'finish'],
    firing: 'one',
    // Prompts are texts of the author: `${…}` in them is not a reference.
    rawKeys: ['agent', 'conversational', 'routes', 'executor', 'always'],
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

interface NodeEntry extends PaletteEntry {
  readonly kind: AgentGraphKind;
}

/** By the type that a definition writes; the user's turn is not written, but derived. */
export const agentGraphNodes = {
  AGENT: {
    name: 'Agent',
    summary: 'One model turn',
    palette: { group: 'Think', family: 'agent' },
    kind: 'agent-graph.agent',
  },
  TOOL_EXECUTOR: {
    name: 'Tool executor',
    summary: 'Runs the calls of an agent',
    palette: { group: 'Act', family: 'tool' },
    kind: 'agent-graph.tools',
  },
  HUMAN_HANDOFF: {
    name: 'Hand-off',
    summary: 'A person takes over',
    palette: { group: 'People', family: 'human' },
    kind: 'agent-graph.handoff',
  },
} satisfies Readonly<Record<string, NodeEntry>>;

export type AgentGraphNodeType = keyof typeof agentGraphNodes;

// True because a literal without a spread has exactly the keys of its type.
export const agentGraphNodeTypes = Object.keys(agentGraphNodes) as readonly AgentGraphNodeType[];
