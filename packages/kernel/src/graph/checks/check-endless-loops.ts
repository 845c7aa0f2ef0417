import { pointer } from '../../definition.ts';
import type { Compilation, EdgeDraft, NodeDraft } from '../compile/compilation.ts';
import { quoted } from '../compile/quoted.ts';
import { at } from '../digraph/digraph.ts';
import { dominates } from '../digraph/dominator-tree.ts';
import type { LoopBody } from '../loops/find-loop-bodies.ts';
import type { Certainty } from './certainty.ts';

/**
 * Warns about loops whose every round certainly leads to the next one. A wait or a delay inside makes it a conversation or a
 * clock; a node that ends the run or cancels others may be what ends it.
 */
export function checkEndlessLoops(
  { nodes, diagnostics }: Compilation,
  bodies: readonly LoopBody[],
  known: { readonly certainty: Certainty; readonly edges: readonly EdgeDraft[] },
): void {
  const { branches, tree, origin } = known.certainty;
  if (nodes.some((node) => endsOthers(node) && at(tree.depth, node.index) >= 0)) return;
  for (const { head, arcs, nodes: body } of bodies) {
    const endless = arcs.find((arc) => {
      const fired = at(branches.firedBy, known.edges[arc]?.index ?? 0);
      if (!dominates(tree, head, fired) || at(origin, fired) < 0) return false;
      return dominates(tree, at(origin, fired), head);
    });
    const edge = endless === undefined ? undefined : known.edges[endless];
    if (edge === undefined || body.some((index) => pauses(nodes[index]))) continue;
    diagnostics.push({
      code: 'UNBOUNDED_LOOP',
      severity: 'warning',
      pointer: pointer('edges', edge.index),
      message: `Every round of the loop at ${quoted(edge.to.id)} leads to the next one by the edge ${quoted(edge.id)}: it continues until a limit of the run stops it.`,
      hint: 'Give the edge a condition ("when"), or let an "if" in the loop decide whether there is another round.',
    });
  }
}

function endsOthers({ kind, cancels }: NodeDraft): boolean {
  return kind.mode === 'stop' || kind.mode === 'end' || cancels.length > 0;
}

function pauses(node: NodeDraft | undefined): boolean {
  // A function that asks decides for itself whether there is another round.
  return ['wait', 'delay'].includes(node?.kind.mode ?? '') || node?.kind.asks === 'together';
}
