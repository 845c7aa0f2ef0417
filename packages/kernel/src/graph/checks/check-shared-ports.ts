import { pointer } from '../../definition.ts';
import type { Compilation, NodeDraft } from '../compile/compilation.ts';
import { quoted } from '../compile/quoted.ts';
import { at } from '../digraph/digraph.ts';
import { childTowards, isReached, nearestCommonDominator } from '../digraph/dominator-tree.ts';
import type { GraphEdge } from '../graph.ts';
import type { Certainty } from './certainty.ts';

/** Nodes that collect their inputs and have two edges into one port. */
export function findSharedPorts(nodes: readonly NodeDraft[]): readonly NodeDraft[] {
  return nodes.filter(({ join, joinEdges }) => {
    if ((join !== 'all' && join !== 'n-of') || joinEdges.length < 2) return false;
    return new Set(joinEdges.map((edge) => edge.in)).size < joinEdges.length;
  });
}

/** Warns where two of those edges can both fire, so that one value hides the other. Branches of one choice cannot. */
export function checkSharedPorts(
  { diagnostics }: Compilation,
  nodes: readonly NodeDraft[],
  certainty: Certainty,
): void {
  for (const node of nodes) {
    for (const [port, edges] of Map.groupBy(node.joinEdges, (edge) => edge.in)) {
      const rivals = findRivals(edges, certainty);
      if (rivals === null) continue;
      const [first, second] = rivals;
      diagnostics.push({
        code: 'SAME_PORT_TWICE',
        severity: 'warning',
        pointer: pointer('edges', second.index),
        message: `The edges ${quoted(first.id)} and ${quoted(second.id)} both bring a value to the input ${quoted(port)} of ${quoted(node.id)}; only that of ${quoted(second.id)}, the later one, is seen.`,
        hint: `Give one of them another input, for example "in": ${quoted(first.from.id)}.`,
      });
    }
  }
}

/** Two edges that can fire in one round, in definition order. */
function findRivals(
  edges: readonly GraphEdge[],
  { branches, tree }: Certainty,
): readonly [GraphEdge, GraphEdge] | null {
  const vertexOf = (edge: GraphEdge) => at(branches.firedBy, edge.index);
  // In this order the closest common choice of any two is that of two neighbours between them, so comparing neighbours suffices.
  const sorted = edges
    .filter((edge) => isReached(tree, vertexOf(edge)))
    .toSorted((left, right) => at(tree.enter, vertexOf(left)) - at(tree.enter, vertexOf(right)));
  for (const [place, right] of sorted.entries()) {
    const left = sorted[place - 1];
    if (left === undefined) continue;
    if (areExclusive({ branches, tree }, vertexOf(left), vertexOf(right))) continue;
    return left.index < right.index ? [left, right] : [right, left];
  }
  return null;
}

function areExclusive(
  { branches, tree }: Pick<Certainty, 'branches' | 'tree'>,
  left: number,
  right: number,
): boolean {
  const common = nearestCommonDominator(tree, left, right);
  if (common === left || common === right || at(branches.isExclusive, common) === 0) return false;
  return [left, right].every((vertex) => {
    return at(branches.choiceOf, childTowards(tree, common, vertex)) === common;
  });
}
