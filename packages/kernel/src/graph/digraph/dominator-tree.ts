// The tree of immediate dominators, with the numbers that answer questions about it quickly: dominance in constant time,
// the nearest common dominator in logarithmic time (heavy paths: a walk upwards changes paths only as often as the subtree at
// least doubles), so that a long chain beside many joins costs nothing extra.
import { at, type Digraph } from './digraph.ts';
import { findDominators } from './dominators.ts';

export interface DominatorTree {
  readonly root: number;
  /** By vertex; -1 for what the root does not reach. */
  readonly immediate: Int32Array;
  readonly depth: Int32Array;
  /** What a vertex dominates has the numbers from `enter` to before `enter + count`. */
  readonly enter: Int32Array;
  readonly count: Int32Array;
  /** The child that dominates most, or -1. */
  readonly heavy: Int32Array;
  /** The highest vertex on the path of heavy children that this one is on. */
  readonly pathTop: Int32Array;
  /** What the root reaches, dominators first. */
  readonly order: Int32Array;
}

export function createDominatorTree(graph: Digraph, root: number): DominatorTree {
  const { immediate, order } = findDominators(graph, root);
  const depth = new Int32Array(graph.size).fill(-1);
  const count = new Int32Array(graph.size);
  const heavy = new Int32Array(graph.size).fill(-1);
  for (let place = order.length - 1; place > 0; place--) {
    const vertex = at(order, place);
    const parent = at(immediate, vertex);
    count[vertex] = at(count, vertex) + 1;
    count[parent] = at(count, parent) + at(count, vertex);
    const rival = at(heavy, parent);
    if (rival < 0 || at(count, rival) < at(count, vertex)) heavy[parent] = vertex;
  }
  count[root] = at(count, root) + 1;
  depth[root] = 0;
  const enter = new Int32Array(graph.size);
  const nextEnter = new Int32Array(graph.size);
  nextEnter[root] = 1;
  const pathTop = new Int32Array(graph.size);
  pathTop[root] = root;
  for (let place = 1; place < order.length; place++) {
    const vertex = at(order, place);
    const parent = at(immediate, vertex);
    depth[vertex] = at(depth, parent) + 1;
    enter[vertex] = at(nextEnter, parent);
    nextEnter[parent] = at(nextEnter, parent) + at(count, vertex);
    nextEnter[vertex] = at(enter, vertex) + 1;
    pathTop[vertex] = at(heavy, parent) === vertex ? at(pathTop, parent) : vertex;
  }
  return { root, immediate, depth, enter, count, heavy, pathTop, order };
}

export function isReached(tree: DominatorTree, vertex: number): boolean {
  return at(tree.depth, vertex) >= 0;
}

/** Whether `above` dominates `below`; a vertex dominates itself, and what is not reached has no dominators. */
export function dominates(tree: DominatorTree, above: number, below: number): boolean {
  if (!isReached(tree, above) || !isReached(tree, below)) return false;
  const offset = at(tree.enter, below) - at(tree.enter, above);
  return offset >= 0 && offset < at(tree.count, above);
}

/** The closest vertex that dominates both; both must be reached. */
export function nearestCommonDominator(tree: DominatorTree, left: number, right: number): number {
  let [one, other] = [left, right];
  while (at(tree.pathTop, one) !== at(tree.pathTop, other)) {
    const isDeeper =
      at(tree.depth, at(tree.pathTop, one)) >= at(tree.depth, at(tree.pathTop, other));
    if (isDeeper) one = at(tree.immediate, at(tree.pathTop, one));
    else other = at(tree.immediate, at(tree.pathTop, other));
  }
  return at(tree.depth, one) <= at(tree.depth, other) ? one : other;
}

/** The child of `above` in the tree that dominates `below`, which must be strictly dominated by `above`. */
export function childTowards(tree: DominatorTree, above: number, below: number): number {
  let current = below;
  while (at(tree.pathTop, current) !== at(tree.pathTop, above)) {
    const top = at(tree.pathTop, current);
    if (at(tree.immediate, top) === above) return top;
    current = at(tree.immediate, top);
  }
  return at(tree.heavy, above);
}
