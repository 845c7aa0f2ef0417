// Strong components (Tarjan 1972, iterative): vertices share one when each can reach the other.
import { at, type Digraph } from './digraph.ts';

export interface StrongComponents {
  /** By vertex: the number of its component. */
  readonly of: Int32Array;
  /** By component: how many vertices it has. */
  readonly sizes: Int32Array;
}

/** Arcs that `skipped` marks with 1 do not count. */
export function findStrongComponents(graph: Digraph, skipped?: Int32Array): StrongComponents {
  const search = createSearch(graph, skipped);
  for (let vertex = 0; vertex < graph.size; vertex++) {
    if (at(search.found, vertex) === 0) searchFrom(search, vertex);
  }
  const sizes = new Int32Array(search.components);
  for (const component of search.of) sizes[component] = at(sizes, component) + 1;
  return { of: search.of, sizes };
}

interface Search {
  readonly graph: Digraph;
  readonly skipped: Int32Array | undefined;
  readonly of: Int32Array;
  /** When a vertex was found, from 1; 0: not yet. */
  readonly found: Int32Array;
  /** The earliest found vertex of an open component that it can reach. */
  readonly lowest: Int32Array;
  readonly next: Int32Array;
  /** Vertices whose component is still open, and the path from the start. */
  readonly open: Int32Array;
  readonly way: Int32Array;
  time: number;
  opened: number;
  components: number;
}

function createSearch(graph: Digraph, skipped: Int32Array | undefined): Search {
  const { size } = graph;
  return {
    graph,
    skipped,
    of: new Int32Array(size).fill(-1),
    found: new Int32Array(size),
    lowest: new Int32Array(size),
    next: graph.outStart.slice(),
    open: new Int32Array(size),
    way: new Int32Array(size),
    time: 0,
    opened: 0,
    components: 0,
  };
}

function searchFrom(search: Search, start: number): void {
  const { graph, skipped, of, found, lowest, next, way } = search;
  let depth = 0;
  enterVertex(search, start);
  way[depth++] = start;
  while (depth > 0) {
    const vertex = at(way, depth - 1);
    const place = at(next, vertex);
    if (place === at(graph.outStart, vertex + 1)) {
      depth--;
      leaveVertex(search, vertex);
      if (depth > 0) lower(lowest, at(way, depth - 1), at(lowest, vertex));
      continue;
    }
    next[vertex] = place + 1;
    const arc = at(graph.outArcs, place);
    if (skipped !== undefined && at(skipped, arc) === 1) continue;
    const target = at(graph.targets, arc);
    if (at(found, target) === 0) {
      enterVertex(search, target);
      way[depth++] = target;
    } else if (at(of, target) < 0) lower(lowest, vertex, at(found, target));
  }
}

function enterVertex(search: Search, vertex: number): void {
  search.time++;
  search.found[vertex] = search.time;
  search.lowest[vertex] = search.time;
  search.open[search.opened++] = vertex;
}

/** Closes a component when its earliest vertex is left. */
function leaveVertex(search: Search, vertex: number): void {
  if (at(search.lowest, vertex) !== at(search.found, vertex)) return;
  let member: number;
  do {
    member = at(search.open, --search.opened);
    search.of[member] = search.components;
  } while (member !== vertex);
  search.components++;
}

function lower(lowest: Int32Array, vertex: number, value: number): void {
  if (value < at(lowest, vertex)) lowest[vertex] = value;
}
