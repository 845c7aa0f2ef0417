import type { NodeBehaviour } from '@skein/ports';

/** What the node types that only session-graph has do, by their full names. */
export const sessionGraphBehaviours: ReadonlyMap<string, NodeBehaviour> = new Map();
