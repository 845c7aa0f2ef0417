import type { NodeBehaviour } from '@skein/ports';

/** What the node types that only agent-graph has do, by their full names. */
export const agentGraphBehaviours: ReadonlyMap<string, NodeBehaviour> = new Map();
