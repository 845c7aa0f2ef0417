import type { Graph } from '../graph/graph.ts';
import { keyOfEdge } from '../graph/key-of-edge.ts';

/** Where a thing of one graph is in another; undefined when it is not there. */
export interface Places {
  readonly node: (index: number) => number | undefined;
  readonly edge: (index: number) => number | undefined;
  readonly loop: (index: number) => number | undefined;
}

export function findPlaces(from: Graph, to: Graph): Places {
  const edges = new Map<string, number>();
  for (const edge of to.edges)
    if (!edges.has(keyOfEdge(edge))) edges.set(keyOfEdge(edge), edge.index);
  const loops = new Map(to.loops.map(({ head, index }) => [head.id, index]));
  return {
    node: (index) => to.nodeById.get(from.nodes[index]?.id ?? '')?.index,
    edge: (index) => {
      const edge = from.edges[index];
      return edge === undefined ? undefined : edges.get(keyOfEdge(edge));
    },
    loop: (index) => loops.get(from.loops[index]?.head.id ?? ''),
  };
}
