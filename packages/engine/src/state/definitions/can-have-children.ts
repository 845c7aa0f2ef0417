import type { Graph, GraphNode } from '@skein/kernel';

/** Most runs can start no other ones, and need no query about them. */
export function canHaveChildren({ nodes }: Graph): boolean {
  return nodes.some(beginsRuns);
}

/** A function that asks several things at a time may begin runs, too. */
export function beginsRuns({ kind }: GraphNode): boolean {
  return kind.mode === 'map' || kind.mode === 'subworkflow' || kind.asks === 'together';
}
