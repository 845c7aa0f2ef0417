// Oracle graph
// The smallest graph on which the join rules can be stated. Owns: what a loop is. Nothing is indexed.
// G1. All loop edges are marked; the other edges have no cycle.
// G2. The number of a node or an edge is its place in the list, which is also the definition order.

export type OracleJoin = 'each' | 'once' | 'all' | 'any' | 'n-of';

export interface OracleNode {
  readonly name: string;
  readonly join: OracleJoin;
  /** How many agreeing tokens run an `n-of` node; other joins ignore it. */
  readonly n: number;
}

export interface OracleEdge {
  readonly from: number;
  readonly to: number;
  readonly loop: boolean;
  /** The port that fires this edge; random graphs give each edge its own, so that any subset can fire. */
  readonly port: string;
}

export interface OracleGraph {
  readonly nodes: readonly OracleNode[];
  readonly edges: readonly OracleEdge[];
  readonly entries: readonly number[];
}

export function nodeAt(graph: OracleGraph, node: number): OracleNode {
  const found = graph.nodes[node];
  if (found === undefined) throw new Error(`The graph has no node ${node}.`);
  return found;
}

export function edgeAt(graph: OracleGraph, edge: number): OracleEdge {
  const found = graph.edges[edge];
  if (found === undefined) throw new Error(`The graph has no edge ${edge}.`);
  return found;
}

export function isHead(graph: OracleGraph, node: number): boolean {
  return graph.edges.some((edge) => edge.loop && edge.to === node);
}

/** The numbers of the edges that a join of this node waits for: all but loop edges. */
export function joinEdges(graph: OracleGraph, node: number): number[] {
  return graph.edges.flatMap((edge, index) => (edge.to === node && !edge.loop ? [index] : []));
}

/** The loops whose rounds a loop edge into this head drops: its own and those with a head in its body. */
export function droppedLoops(graph: OracleGraph, head: number): number[] {
  return loopBody(graph, head).filter((node) => isHead(graph, node));
}

/**
 * The head, and each node that it reaches without a loop edge and that gets to a source of its loop edges, by any edges,
 * without passing the head or the head of a loop around it.
 */
function loopBody(graph: OracleGraph, head: number): number[] {
  const sources = graph.edges
    .filter((edge) => edge.loop && edge.to === head)
    .map(({ from }) => from);
  const isAround = (node: number): boolean =>
    node !== head &&
    isHead(graph, node) &&
    reached(graph, node, (edge) => !edge.loop).includes(head);
  const inner = (edge: OracleEdge): boolean => edge.to !== head && !isAround(edge.to);
  const others = reached(graph, head, (edge) => !edge.loop).filter(
    (node) => node !== head && reached(graph, node, inner).some((end) => sources.includes(end)),
  );
  return [head, ...others];
}

/** The start and all nodes reachable from it over edges that may be used. */
function reached(
  graph: OracleGraph,
  start: number,
  mayUse: (edge: OracleEdge) => boolean,
): number[] {
  const found = [start];
  for (const node of found) {
    for (const edge of graph.edges) {
      if (edge.from === node && mayUse(edge) && !found.includes(edge.to)) found.push(edge.to);
    }
  }
  return found;
}

/** True when a path without loop edges leads from one node to the other. */
export function leadsTo(
  graph: OracleGraph,
  { from, to }: Pick<OracleEdge, 'from' | 'to'>,
): boolean {
  return from !== to && reached(graph, from, (edge) => !edge.loop).includes(to);
}
