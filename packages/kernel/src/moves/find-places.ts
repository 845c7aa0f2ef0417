import type { Graph, GraphEdge } from '../graph/graph.ts';

/** Where a thing of one graph is in another; undefined when it is not there. */
export interface Places {
  readonly node: (index: number) => number | undefined;
  readonly edge: (index: number) => number | undefined;
  readonly loop: (index: number) => number | undefined;
}

export function findPlaces(from: Graph, to: Graph): Places {
  const edges = new Map<string, number>();
  for (const edge of to.edges) if (!edges.has(keyOf(edge))) edges.set(keyOf(edge), edge.index);
  const loops = new Map(to.loops.map(({ head, index }) => [head.id, index]));
  return {
    node: (index) => to.nodeById.get(from.nodes[index]?.id ?? '')?.index,
    edge: (index) => {
      const edge = from.edges[index];
      return edge === undefined ? undefined : edges.get(keyOf(edge));
    },
    loop: (index) => loops.get(from.loops[index]?.head.id ?? ''),
  };
}

function keyOf({ from, out, to, in: port, loop, kind, carry }: GraphEdge): string {
  return JSON.stringify([from.id, out, to.id, port, loop, kind, carry]);
}
