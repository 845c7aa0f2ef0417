import { pointer } from '../../definition.ts';
import type { Compilation, NodeDraft } from '../compile/compilation.ts';
import { triggerStarts } from '../compile/trigger-starts.ts';
import { quoted } from '../compile/quoted.ts';
import { at } from '../digraph/digraph.ts';
import { isReached, type DominatorTree } from '../digraph/dominator-tree.ts';
import type { GraphNode } from '../graph.ts';

/** Warns about nodes that no run reaches, whichever trigger starts it; returns 1 by index for reachable ones. */
export function checkReachability(
  { workflow, start, nodes, nodeById, diagnostics }: Compilation,
  tree: DominatorTree,
): Int32Array {
  const others = triggerStarts(workflow).map((trigger) => trigger.start ?? '');
  // A run that starts elsewhere reaches what the others do not.
  const own = start === undefined || others.length === 0 ? [] : (workflow.entry ?? []);
  const starts = [...others, ...own].flatMap((id) => nodeById.get(id) ?? []);
  const reached = findReached(nodes, tree, starts);
  for (const { index, id } of nodes) {
    if (at(reached, index) === 1) continue;
    diagnostics.push({
      code: 'UNREACHABLE_NODE',
      severity: 'warning',
      pointer: pointer('nodes', index),
      message: `No way leads from the start of the run to ${quoted(id)}.`,
      hint: 'Add an edge that leads to it, name it in "entry", or remove it.',
    });
  }
  return reached;
}

/** A subagent runs inside the agent that calls it, so being called does not make its own flow edges reachable. */
function findReached(
  nodes: readonly NodeDraft[],
  tree: DominatorTree,
  starts: readonly NodeDraft[],
): Int32Array {
  const reached = new Int32Array(nodes.length);
  const callers: GraphNode[] = [];
  const reach = (node: GraphNode) => {
    if (at(reached, node.index) === 1) return;
    reached[node.index] = 1;
    if (node.subagents.length > 0) callers.push(node);
  };
  for (const node of nodes) if (isReached(tree, node.index)) reach(node);
  const pending: GraphNode[] = [...starts];
  const seen = new Set<GraphNode>(pending);
  for (const node of pending) {
    reach(node);
    for (const { to } of node.outgoingAll) {
      if (seen.has(to)) continue;
      seen.add(to);
      pending.push(to);
    }
  }
  // Grows during iteration: subagents of subagents follow.
  for (const { subagents } of callers) for (const { to } of subagents) reach(to);
  return reached;
}
