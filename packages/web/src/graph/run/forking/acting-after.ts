import type { Graph, GraphNode, NodeId } from '@skein/kernel';

/** The names of nodes that may run after this one and do something elsewhere that a second time would repeat. */
export function actingAfter(graph: Graph, node: NodeId): readonly string[] {
  const start = graph.nodeById.get(node);
  const found = new Set<GraphNode>();
  const open = start === undefined ? [] : [start];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    for (const { to } of from.outgoingAll) {
      if (found.has(to)) continue;
      found.add(to);
      open.push(to);
    }
  }
  return graph.nodes
    .filter((each) => found.has(each) && each.effect === 'guarded')
    .map(({ name }) => name);
}
