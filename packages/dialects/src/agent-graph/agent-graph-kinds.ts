// The node types of this dialect
// An agent is one model turn; native's `agent` runs a whole loop. The ports are the dialect's routing rules:
//
// R1. `route` fires with the chosen value, and the CONDITIONAL edge whose condition names it is followed; `always` fires
//     where nothing was chosen. These two belong to the author's edges.
// R2. `again`, `turn`, `back` and `finish` belong to derived edges: another turn after a wrong choice, the next message of the
//     user, the return to the agent that called, the end of the run. A hand-off fires `to:<node>`.
import type { NodeKind, RetryPolicy } from '@skein/kernel';

const modelRetry: RetryPolicy = { attempts: 3, backoffMs: 500, factor: 2, maxMs: 30_000 };

export const agentGraphTypes = {
  agent: 'agent-graph.agent',
  tools: 'agent-graph.tools',
  handoff: 'agent-graph.handoff',
  turn: 'agent-graph.turn',
} as const;

export const agentGraphKinds: readonly NodeKind[] = [
  {
    type: agentGraphTypes.agent,
    mode: 'execute',
    ports: ['route', 'always', 'again', 'turn', 'finish'],
    firing: 'one',
    // Prompts are texts of the author: `${…}` in them is no reference.
    rawKeys: ['agent', 'conversational', 'routes', 'executor', 'always'],
    retry: modelRetry,
    effect: 'idempotent',
  },
  {
    type: agentGraphTypes.tools,
    mode: 'execute',
    ports: ['route', 'always', 'back'],
    firing: 'one',
    rawKeys: ['routes', 'always'],
    effect: 'guarded',
  },
  {
    type: agentGraphTypes.handoff,
    mode: 'execute',
    ports: 'any',
    firing: 'one',
    rawKeys: ['entry', 'agents', 'nodes', 'routes', 'always'],
    effect: 'pure',
  },
  {
    type: agentGraphTypes.turn,
    mode: 'wait',
    ports: ['output'],
    textKeys: ['prompt'],
    effect: 'pure',
  },
];
