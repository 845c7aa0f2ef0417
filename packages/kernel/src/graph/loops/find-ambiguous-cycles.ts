// Cycles that no loop edge closes, and on which a node collects its inputs: it could not know which round they belong to.
import type { EdgeDraft, NodeDraft } from '../compile/compilation.ts';
import type { FlowGraph } from '../compile/flow-graph.ts';
import { at, type Digraph } from '../digraph/digraph.ts';
import { isReached, type DominatorTree } from '../digraph/dominator-tree.ts';
import { findStrongComponents } from '../digraph/strong-components.ts';

/** One cycle per group of entangled nodes, as its edges: the shortest through the first node that collects. */
export function findAmbiguousCycles(
  nodes: readonly NodeDraft[],
  flow: FlowGraph,
  { tree, isLoop }: { readonly tree: DominatorTree; readonly isLoop: Int32Array },
): readonly (readonly EdgeDraft[])[] {
  const { graph } = flow;
  const { of, sizes } = findStrongComponents(graph, isLoop);
  const isReported = new Int32Array(sizes.length);
  const search = createCycleSearch(graph, of, isLoop);
  const cycles: EdgeDraft[][] = [];
  for (const { index, join } of nodes) {
    if (join === 'each' || join === 'once' || !isReached(tree, index)) continue;
    const component = at(of, index);
    if (at(isReported, component) === 1) continue;
    if (at(sizes, component) === 1 && !hasSelfArc(graph, isLoop, index)) continue;
    isReported[component] = 1;
    const arcs = findShortestCycle(search, index);
    cycles.push(rotate(arcs.flatMap((arc) => flow.edges[arc] ?? [])));
  }
  return cycles;
}

interface CycleSearch {
  readonly graph: Digraph;
  readonly component: Int32Array;
  readonly skipped: Int32Array;
  /** By vertex: the arc on which it was found; -1 before. Components are disjoint, so they share it. */
  readonly via: Int32Array;
}

function createCycleSearch(
  graph: Digraph,
  component: Int32Array,
  skipped: Int32Array,
): CycleSearch {
  return { graph, component, skipped, via: new Int32Array(graph.size).fill(-1) };
}

/** Breadth first through the start's component and back to it. */
function findShortestCycle(search: CycleSearch, start: number): readonly number[] {
  const { graph, component, skipped, via } = search;
  const queue = [start];
  for (const vertex of queue) {
    const end = at(graph.outStart, vertex + 1);
    for (let place = at(graph.outStart, vertex); place < end; place++) {
      const arc = at(graph.outArcs, place);
      const target = at(graph.targets, arc);
      if (at(skipped, arc) === 1 || at(component, target) !== at(component, start)) continue;
      if (target === start) return pathBack(search, start, arc);
      if (at(via, target) >= 0) continue;
      via[target] = arc;
      queue.push(target);
    }
  }
  return [];
}

function pathBack({ graph, via }: CycleSearch, start: number, last: number): readonly number[] {
  const arcs = [last];
  for (let vertex = at(graph.sources, last); vertex !== start;) {
    const arc = at(via, vertex);
    arcs.push(arc);
    vertex = at(graph.sources, arc);
  }
  return arcs.reverse();
}

function rotate(cycle: readonly EdgeDraft[]): EdgeDraft[] {
  let first = 0;
  for (const [place, edge] of cycle.entries()) {
    if (edge.from.index < (cycle[first]?.from.index ?? 0)) first = place;
  }
  return [...cycle.slice(first), ...cycle.slice(0, first)];
}

function hasSelfArc(graph: Digraph, skipped: Int32Array, vertex: number): boolean {
  const end = at(graph.outStart, vertex + 1);
  for (let place = at(graph.outStart, vertex); place < end; place++) {
    const arc = at(graph.outArcs, place);
    if (at(graph.targets, arc) === vertex && at(skipped, arc) === 0) return true;
  }
  return false;
}
