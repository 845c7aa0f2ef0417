import { createDigraph, type Digraph } from '../digraph/digraph.ts';
import type { EdgeDraft, NodeDraft } from './compilation.ts';

/** The flow edges alone, as the algorithms see them: a node is a vertex, and one more vertex stands for the start. */
export interface FlowGraph {
  readonly graph: Digraph;
  /** Leads to everything that can start without an edge: the entries, and the node that takes over at a limit. */
  readonly root: number;
  /** By arc. The arcs after these are the root's. */
  readonly edges: readonly EdgeDraft[];
}

export function createFlowGraph(
  nodes: readonly NodeDraft[],
  allEdges: readonly EdgeDraft[],
  starts: readonly NodeDraft[],
): FlowGraph {
  const edges = allEdges.filter(({ kind }) => kind === 'flow');
  const root = nodes.length;
  const sources = new Int32Array(edges.length + starts.length).fill(root);
  const targets = new Int32Array(edges.length + starts.length);
  let arc = 0;
  for (const { from, to } of edges) {
    sources[arc] = from.index;
    targets[arc++] = to.index;
  }
  for (const { index } of starts) targets[arc++] = index;
  return { graph: createDigraph({ size: root + 1, sources, targets }), root, edges };
}
