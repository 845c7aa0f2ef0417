import type { NodeBehaviour } from '@skein/ports';

/** What the node types that only pipeline has do, by their full names. */
export const pipelineBehaviours: ReadonlyMap<string, NodeBehaviour> = new Map();
