import type { NodeBehaviour } from '@skein/ports';

/** What the node types that only dataflow has do, by their full names. */
export const dataflowBehaviours: ReadonlyMap<string, NodeBehaviour> = new Map();
