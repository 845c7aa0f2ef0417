// What is asked of a workflow again and again, gathered once
import type { N8nEdge, N8nHelper, N8nNode, N8nWorkflow } from './n8n-workflow.ts';

export interface WorkflowIndex {
  /** The first node of each name. */
  readonly byName: ReadonlyMap<string, N8nNode>;
  readonly into: (node: N8nNode) => readonly N8nEdge[];
  /** Nodes that edges leave. */
  readonly sources: ReadonlySet<N8nNode>;
  readonly below: (root: N8nNode) => readonly N8nHelper[];
  readonly helpers: ReadonlySet<N8nNode>;
}

const indexes = new WeakMap<N8nWorkflow, WorkflowIndex>();

export function indexOf(workflow: N8nWorkflow): WorkflowIndex {
  const known = indexes.get(workflow);
  if (known !== undefined) return known;
  const into = Map.groupBy(workflow.edges, ({ to }) => to);
  const below = Map.groupBy(workflow.helpers, ({ root }) => root);
  const index: WorkflowIndex = {
    byName: new Map(workflow.nodes.toReversed().map((node) => [node.name, node])),
    into: (node) => into.get(node) ?? [],
    sources: new Set(workflow.edges.map(({ from }) => from)),
    below: (root) => below.get(root) ?? [],
    helpers: new Set(workflow.helpers.map(({ helper }) => helper)),
  };
  indexes.set(workflow, index);
  return index;
}
