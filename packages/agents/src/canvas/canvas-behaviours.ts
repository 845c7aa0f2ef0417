import type { NodeBehaviour } from '@skein/ports';

/** What the node types that only canvas has do, by their full names. */
export const canvasBehaviours: ReadonlyMap<string, NodeBehaviour> = new Map();
