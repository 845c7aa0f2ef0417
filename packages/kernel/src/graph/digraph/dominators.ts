// Dominators
// A vertex dominates another when every path from the root to it passes through the first. Lengauer and Tarjan, "A fast
// algorithm for finding dominators in a flowgraph" (1979), with simple path compression: O(arcs × log vertices) for every
// graph, where Semi-NCA is quadratic for unlucky ones. Inside, vertices are named by their number in a depth-first search.
import { at, type Digraph } from './digraph.ts';

export interface Dominators {
  /** By vertex: the closest strict dominator; the root for itself; -1 for what the root does not reach. */
  readonly immediate: Int32Array;
  /** What the root reaches, in the order of a depth-first search: a vertex comes after all its dominators. */
  readonly order: Int32Array;
}

export function findDominators(graph: Digraph, root: number): Dominators {
  const { order, numbers, parents } = searchDepthFirst(graph, root);
  const count = order.length;
  const forest = createForest(count);
  const { semi } = forest;
  const immediate = new Int32Array(count);
  // Vertices by their semidominator, as linked lists; 0 ends a list, as the root is in none.
  const bucket = new Int32Array(count);
  const nextInBucket = new Int32Array(count);
  for (let vertex = count - 1; vertex > 0; vertex--) {
    const parent = at(parents, vertex);
    const best = findSemidominator(graph, forest, numbers, at(order, vertex));
    semi[vertex] = Math.min(vertex, best);
    nextInBucket[vertex] = at(bucket, at(semi, vertex));
    bucket[at(semi, vertex)] = vertex;
    forest.ancestor[vertex] = parent;
    for (let waiting = at(bucket, parent); waiting !== 0; waiting = at(nextInBucket, waiting)) {
      const lowest = evaluate(forest, waiting);
      immediate[waiting] = at(semi, lowest) < at(semi, waiting) ? lowest : parent;
    }
    bucket[parent] = 0;
  }
  for (let vertex = 1; vertex < count; vertex++) {
    const candidate = at(immediate, vertex);
    if (candidate !== at(semi, vertex)) immediate[vertex] = at(immediate, candidate);
  }
  return { immediate: toVertices(immediate, order, graph.size), order };
}

interface Forest {
  /** The parent of a vertex that was linked already, shortened by compression; -1 before. */
  readonly ancestor: Int32Array;
  /** The vertex of the smallest semidominator on the compressed path upwards. */
  readonly label: Int32Array;
  readonly semi: Int32Array;
  readonly path: Int32Array;
}

function createForest(count: number): Forest {
  const label = new Int32Array(count);
  for (let vertex = 0; vertex < count; vertex++) label[vertex] = vertex;
  return {
    ancestor: new Int32Array(count).fill(-1),
    label,
    semi: label.slice(),
    path: new Int32Array(count),
  };
}

function findSemidominator(
  graph: Digraph,
  forest: Forest,
  numbers: Int32Array,
  vertex: number,
): number {
  let best = graph.size;
  const end = at(graph.inStart, vertex + 1);
  for (let place = at(graph.inStart, vertex); place < end; place++) {
    const number = at(numbers, at(graph.sources, at(graph.inArcs, place)));
    // A predecessor that the root does not reach is on no path from the root.
    if (number >= 0) best = Math.min(best, at(forest.semi, evaluate(forest, number)));
  }
  return best;
}

/** The vertex of the smallest semidominator between this one and the root of its tree in the forest. */
function evaluate(forest: Forest, vertex: number): number {
  const { ancestor, label, semi, path } = forest;
  if (at(ancestor, vertex) < 0) return vertex;
  let length = 0;
  let current = vertex;
  while (at(ancestor, at(ancestor, current)) >= 0) {
    path[length++] = current;
    current = at(ancestor, current);
  }
  while (length > 0) {
    const below = at(path, --length);
    const above = at(ancestor, below);
    if (at(semi, at(label, above)) < at(semi, at(label, below))) label[below] = at(label, above);
    ancestor[below] = at(ancestor, above);
  }
  return at(label, vertex);
}

function searchDepthFirst(
  graph: Digraph,
  root: number,
): { order: Int32Array; numbers: Int32Array; parents: Int32Array } {
  const numbers = new Int32Array(graph.size).fill(-1);
  const parents = new Int32Array(graph.size);
  const order = new Int32Array(graph.size);
  const next = graph.outStart.slice();
  const stack = new Int32Array(graph.size);
  let count = 0;
  let depth = 0;
  numbers[root] = count;
  order[count++] = root;
  stack[depth++] = root;
  while (depth > 0) {
    const vertex = at(stack, depth - 1);
    const place = at(next, vertex);
    if (place === at(graph.outStart, vertex + 1)) {
      depth--;
      continue;
    }
    next[vertex] = place + 1;
    const target = at(graph.targets, at(graph.outArcs, place));
    if (at(numbers, target) >= 0) continue;
    parents[count] = at(numbers, vertex);
    numbers[target] = count;
    order[count++] = target;
    stack[depth++] = target;
  }
  return { order: order.slice(0, count), numbers, parents };
}

function toVertices(immediate: Int32Array, order: Int32Array, size: number): Int32Array {
  const result = new Int32Array(size).fill(-1);
  for (let number = 0; number < order.length; number++) {
    result[at(order, number)] = at(order, at(immediate, number));
  }
  return result;
}
