import type { Graph } from '@skein/kernel';

/** Most runs can start no other ones, and need no query about them. */
export function canHaveChildren({ nodes }: Graph): boolean {
  return nodes.some(({ kind }) => kind.mode === 'map' || kind.mode === 'subworkflow');
}
