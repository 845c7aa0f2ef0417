import { at, type Digraph } from './digraph.ts';

/**
 * What the roots reach, so that a vertex comes before everything that it leads to (as far as the remaining arcs are acyclic),
 * else in order of the arcs. Arcs that `skipped` marks with 1 do not count.
 */
export function findReversePostorder(
  graph: Digraph,
  roots: Iterable<number>,
  skipped?: Int32Array,
): Int32Array {
  const order = new Int32Array(graph.size);
  const isFound = new Int32Array(graph.size);
  // Arcs are followed from the last to the first, because the order is built from its end.
  const next = graph.outStart.slice(1);
  const way = new Int32Array(graph.size);
  let place = graph.size;
  for (const root of roots) {
    if (at(isFound, root) === 1) continue;
    let depth = 0;
    isFound[root] = 1;
    way[depth++] = root;
    while (depth > 0) {
      const vertex = at(way, depth - 1);
      const cursor = at(next, vertex);
      if (cursor === at(graph.outStart, vertex)) {
        order[--place] = vertex;
        depth--;
        continue;
      }
      next[vertex] = cursor - 1;
      const arc = at(graph.outArcs, cursor - 1);
      const target = at(graph.targets, arc);
      if (at(isFound, target) === 1) continue;
      if (skipped !== undefined && at(skipped, arc) === 1) continue;
      isFound[target] = 1;
      way[depth++] = target;
    }
  }
  return order.slice(place);
}
