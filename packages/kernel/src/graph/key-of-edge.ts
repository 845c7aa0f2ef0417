import type { GraphEdge } from './graph.ts';

/** What an edge is in every version: edges are the same when they connect the same ports in the same way. */
export function keyOfEdge({ from, out, to, in: port, loop, kind, carry }: GraphEdge): string {
  return JSON.stringify([from.id, out, to.id, port, loop, kind, carry]);
}
