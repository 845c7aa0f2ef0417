// Who is alive at a node: activations, held tokens, tokens queued at the gate.
import type { GraphEdge, GraphNode } from '../graph/graph.ts';
import type { Activation, NodeState, Token } from '../state/living.ts';
import type { RunState } from '../state/run-state.ts';
import { agree, type Tag } from '../tags/tag.ts';
import { addToIndex, createTagIndex, findAgreeing } from '../tags/tag-index.ts';

/** Above this many living activations of one node, they are found by an index instead of a scan. */
const SCAN_MAX = 8;

export function findLivingActivation(node: NodeState, tag: Tag): Activation | null {
  if (node.alive.length <= SCAN_MAX) {
    for (const activation of node.alive) if (agree(activation.tag, tag)) return activation;
    return null;
  }
  if (node.byTag === null) {
    node.byTag = createTagIndex();
    for (const activation of node.alive) addToIndex(node.byTag, activation.tag, activation);
  }
  let found: Activation | null = null;
  findAgreeing(node.byTag, tag, (activation) => {
    found = activation;
    return true;
  });
  return found;
}

export function findHeldToken(state: RunState, node: GraphNode, tag: Tag): Token | null {
  const join = state.joins.held.get(node.index);
  if (join === undefined) return null;
  let found: Token | null = null;
  const visit = (group: { readonly bySlot: Map<number, Token[]> }): boolean => {
    for (const tokens of group.bySlot.values()) {
      found = tokens[0] as Token;
      return true;
    }
    return false;
  };
  if (join.byTag !== null) findAgreeing(join.byTag, tag, visit);
  else for (const group of join.groups.values()) if (agree(group.tag, tag) && visit(group)) break;
  return found;
}

/** A token that waits for the gate before it reaches the node, over that edge or any. */
export function findQueuedToken(
  state: RunState,
  node: GraphNode,
  tag: Tag,
  edge: GraphEdge | null = null,
): Token | null {
  if (state.gate.queue.length === 0) return null;
  for (const token of state.gate.queuedAt.get(node.index) ?? []) {
    if ((edge === null || token.edge === edge) && agree(token.tag, tag)) return token;
  }
  return null;
}
