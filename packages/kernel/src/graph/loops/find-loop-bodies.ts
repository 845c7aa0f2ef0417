// Loop bodies
// The body of a loop is its head and every node that the head reaches without a loop edge and that gets to one of its loop
// edges without passing the head, or the head of a loop around it. Reaching without loop edges makes "inside" an order:
// otherwise two loops that share a source would be inside each other. Where the head dominates the sources of its loop
// edges, a backward search from them finds exactly the body, and costs as much as its size; a marked loop that can be
// entered elsewhere also needs to know what is around it, and a forward search.
import type { FlowGraph } from '../compile/flow-graph.ts';
import { at, type Digraph } from '../digraph/digraph.ts';
import { dominates, isReached, type DominatorTree } from '../digraph/dominator-tree.ts';
import { findReversePostorder } from '../digraph/reverse-postorder.ts';

export interface LoopBody {
  readonly head: number;
  /** The arcs of its loop edges, in definition order. */
  readonly arcs: readonly number[];
  /** The head first. */
  readonly nodes: readonly number[];
}

/**
 * Arcs that all the searches together may visit. A loop lists the loops inside it, so that thousands of nested loops
 * would take gigabytes; 2,000 of them stay below this.
 */
const ARCS_MAX = 20_000_000;

/** Bodies in the order of the graph's loops (G3); null when the loops are nested too deeply. */
export function findLoopBodies(
  flow: FlowGraph,
  { tree, isLoop }: { readonly tree: DominatorTree; readonly isLoop: Int32Array },
): readonly LoopBody[] | null {
  const { graph } = flow;
  const arcsByHead = new Map<number, number[]>();
  for (let arc = 0; arc < isLoop.length; arc++) {
    if (at(isLoop, arc) === 0) continue;
    const head = at(graph.targets, arc);
    const arcs = arcsByHead.get(head);
    if (arcs === undefined) arcsByHead.set(head, [arc]);
    else arcs.push(arc);
  }
  if (arcsByHead.size === 0) return [];
  const search = createBodySearch(graph, {
    tree,
    isLoop,
    isHead: (vertex) => arcsByHead.has(vertex),
  });
  const bodies: LoopBody[] = [];
  for (const head of findReversePostorder(graph, rootsOf(flow), isLoop)) {
    const arcs = arcsByHead.get(head);
    if (arcs === undefined) continue;
    bodies.push({ head, arcs, nodes: findBody(search, head, arcs) });
    if (search.arcsLeft < 0) return null;
  }
  return bodies;
}

function* rootsOf({ root }: FlowGraph): Generator<number> {
  yield root;
  // A loop that nothing leads to is numbered too.
  for (let vertex = 0; vertex < root; vertex++) yield vertex;
}

interface BodySearch {
  readonly graph: Digraph;
  readonly tree: DominatorTree;
  readonly isLoop: Int32Array;
  readonly isHead: (vertex: number) => boolean;
  /** By vertex: the head whose search found it last, plus one. */
  readonly foundBackwards: Int32Array;
  readonly foundForwards: Int32Array;
  /** By vertex: the head that it reaches without a loop edge, plus one. */
  readonly foundAround: Int32Array;
  arcsLeft: number;
}

function createBodySearch(
  graph: Digraph,
  known: Pick<BodySearch, 'tree' | 'isLoop' | 'isHead'>,
): BodySearch {
  return {
    graph,
    ...known,
    foundBackwards: new Int32Array(graph.size),
    foundForwards: new Int32Array(graph.size),
    foundAround: new Int32Array(graph.size),
    arcsLeft: ARCS_MAX,
  };
}

function findBody(search: BodySearch, head: number, arcs: readonly number[]): readonly number[] {
  const sources = arcs.map((arc) => at(search.graph.sources, arc));
  if (sources.every((source) => source === head)) return [head];
  if (sources.every((source) => dominates(search.tree, head, source))) {
    // What no run reaches is not on a path from a head that a run reaches.
    return searchBackwards(search, head, sources, (vertex) => !isReached(search.tree, vertex));
  }
  searchAround(search, head);
  const isAround = (vertex: number) =>
    at(search.foundAround, vertex) === head + 1 && search.isHead(vertex);
  searchBackwards(search, head, sources, isAround);
  return searchForwards(search, head);
}

/** Everything that reaches the head without a loop edge. */
function searchAround(search: BodySearch, head: number): void {
  const { graph, foundAround, isLoop } = search;
  const nodes = [head];
  for (let place = 0; place < nodes.length; place++) {
    const vertex = nodes[place] ?? head;
    const start = at(graph.inStart, vertex);
    const end = at(graph.inStart, vertex + 1);
    search.arcsLeft -= end - start + 1;
    if (search.arcsLeft < 0) break;
    for (let position = start; position < end; position++) {
      const arc = at(graph.inArcs, position);
      const source = at(graph.sources, arc);
      if (at(isLoop, arc) === 1 || at(foundAround, source) === head + 1) continue;
      foundAround[source] = head + 1;
      nodes.push(source);
    }
  }
}

/** Everything that reaches the sources without passing through the head or an avoided node. */
function searchBackwards(
  search: BodySearch,
  head: number,
  sources: readonly number[],
  isAvoided: (vertex: number) => boolean,
): number[] {
  const { graph, foundBackwards } = search;
  const nodes = [head];
  foundBackwards[head] = head + 1;
  const find = (vertex: number) => {
    if (at(foundBackwards, vertex) === head + 1 || isAvoided(vertex)) return;
    foundBackwards[vertex] = head + 1;
    nodes.push(vertex);
  };
  sources.forEach(find);
  for (let place = 1; place < nodes.length; place++) {
    const vertex = nodes[place] ?? head;
    const start = at(graph.inStart, vertex);
    const end = at(graph.inStart, vertex + 1);
    search.arcsLeft -= end - start + 1;
    if (search.arcsLeft < 0) break;
    for (let position = start; position < end; position++) {
      find(at(graph.sources, at(graph.inArcs, position)));
    }
  }
  return nodes;
}

/** Of what the backward search found, everything that the head reaches inside it without a loop edge. */
function searchForwards(search: BodySearch, head: number): number[] {
  const { graph, foundBackwards, foundForwards, isLoop } = search;
  const nodes = [head];
  foundForwards[head] = head + 1;
  for (let place = 0; place < nodes.length; place++) {
    const vertex = nodes[place] ?? head;
    const start = at(graph.outStart, vertex);
    const end = at(graph.outStart, vertex + 1);
    search.arcsLeft -= end - start + 1;
    if (search.arcsLeft < 0) break;
    for (let position = start; position < end; position++) {
      const arc = at(graph.outArcs, position);
      if (at(isLoop, arc) === 1) continue;
      const target = at(graph.targets, arc);
      if (at(foundBackwards, target) !== head + 1) continue;
      if (at(foundForwards, target) === head + 1) continue;
      foundForwards[target] = head + 1;
      nodes.push(target);
    }
  }
  return nodes;
}
