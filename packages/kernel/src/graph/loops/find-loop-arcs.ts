// Which edges are loop edges: those marked so, and, unless marked otherwise, those whose target dominates their source.
import type { Workflow } from '../../definition.ts';
import type { EdgeDraft } from '../compile/compilation.ts';
import type { FlowGraph } from '../compile/flow-graph.ts';
import { at } from '../digraph/digraph.ts';
import { dominates, type DominatorTree } from '../digraph/dominator-tree.ts';
import type { StrongComponents } from '../digraph/strong-components.ts';

export interface LoopArcs {
  /** By arc: 1 for loop edges. */
  readonly isLoop: Int32Array;
  /** Marked as loop edges, but their target cannot reach their source. */
  readonly impossible: readonly EdgeDraft[];
}

export function findLoopArcs(
  workflow: Workflow,
  flow: FlowGraph,
  { tree, components }: { readonly tree: DominatorTree; readonly components: StrongComponents },
): LoopArcs {
  const isLoop = new Int32Array(flow.graph.sources.length);
  const impossible: EdgeDraft[] = [];
  let arc = -1;
  for (const edge of flow.edges) {
    arc++;
    const from = edge.from.index;
    const to = edge.to.index;
    const mark = workflow.edges?.[edge.index]?.loop ?? null;
    if (mark === null) {
      // A self edge that no run reaches is still a loop.
      if (from === to || dominates(tree, to, from)) isLoop[arc] = 1;
    } else if (mark) {
      if (at(components.of, from) === at(components.of, to)) isLoop[arc] = 1;
      else impossible.push(edge);
    }
  }
  return { isLoop, impossible };
}
