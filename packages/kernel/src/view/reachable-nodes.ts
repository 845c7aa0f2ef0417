// Who could still lead to a node
// Decides `skipped`: a node that never ran is skipped when nothing alive can reach it any more. Derived when
// somebody asks, never stored.
import type { Graph, GraphNode } from '../graph/graph.ts';
import type { Activation } from '../state/living.ts';
import type { RunState } from '../state/run-state.ts';

export interface LivingSource {
  readonly node: GraphNode;
  /** Null when only tokens are there. */
  readonly activation: Activation | null;
}

/** The nearest living things upstream of the node, itself included; empty when there are none. */
export function livingSources(state: RunState, node: GraphNode, most: number): LivingSource[] {
  const living = livingNodes(state);
  const found: LivingSource[] = [];
  const seen = new Set<GraphNode>([node]);
  for (const current of seen) {
    if (found.length >= most) break;
    if (living.has(current.index)) {
      const activation = state.nodes.get(current.index)?.alive[0] ?? null;
      found.push({ node: current, activation });
    }
    for (const { from } of current.incoming) seen.add(from);
  }
  return found;
}

/** Nodes that something alive can still reach; one walk for all of them. */
export function reachableNodes(graph: Graph, state: RunState): ReadonlySet<number> {
  const reached = livingNodes(state);
  // As long as anything lives, a limit may hand the run over.
  if (graph.limitNode !== null && reached.size > 0) reached.add(graph.limitNode.index);
  for (const index of reached) {
    for (const edge of graph.nodes[index]?.outgoingAll ?? []) reached.add(edge.to.index);
  }
  return reached;
}

/** Nodes where something is alive: activations, tokens held or queued, tokens left over by a batch that was cut short. */
function livingNodes(state: RunState): Set<number> {
  const living = new Set<number>();
  for (const index of state.joins.held.keys()) living.add(index);
  for (const index of state.gate.queuedAt.keys()) living.add(index);
  state.nodes.forEach((node, index) => {
    if (node.alive.length > 0) living.add(index);
  });
  for (const item of state.agenda) {
    if ('node' in item) living.add(item.node.index);
    else for (const token of item) living.add(token.edge.to.index);
  }
  return living;
}
