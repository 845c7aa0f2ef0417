import type { AgentGraphKind } from '@skein/dialects';
import type { NodeBehaviour } from '@skein/ports';
import { agentTurn } from './agent-turn.ts';
import { executeCalls } from './execute-calls.ts';
import { handOff } from './hand-off.ts';
import { userTurn } from './user-turn.ts';

/** What the node types that only this dialect has do, by their full names. */
export const agentGraphBehaviours: Readonly<Record<AgentGraphKind, NodeBehaviour>> = {
  'agent-graph.agent': agentTurn,
  'agent-graph.tools': executeCalls,
  'agent-graph.handoff': handOff,
  'agent-graph.turn': userTurn,
};
