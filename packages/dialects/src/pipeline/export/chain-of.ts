// The chain in a workflow
// A pipeline is a list. Finds the order in which its steps would run, and which parts of the graph are not such a list.
import type { Workflow, WorkflowEdge, WorkflowNode } from '@skein/kernel';
import { quotedShort } from '../../shape/describe.ts';
import type { Loss } from './loss.ts';
import { agentType, checkerType } from '../shape/pipeline-kinds.ts';

export interface Chain {
  /** The nodes that can be steps, in their order. */
  readonly nodes: readonly WorkflowNode[];
  readonly losses: readonly Loss[];
}

const stepTypes = new Set(['llm', 'agent', agentType, checkerType]);

export function chainOf(workflow: Workflow): Chain {
  const losses: Loss[] = [];
  const order = followEdges(workflow, losses);
  const nodes: WorkflowNode[] = [];
  for (const node of order) {
    if (stepTypes.has(node.type)) nodes.push(node);
    else if (!passesThrough(node)) losses.push(leftOut(workflow, node));
  }
  return { nodes, losses };
}

/** A start node only passes the input on, which every step can refer to anyway. */
function passesThrough({ type, config, derived }: WorkflowNode): boolean {
  return derived === true || (type === 'start' && Object.keys(config ?? {}).length === 0);
}

function leftOut(workflow: Workflow, node: WorkflowNode): Loss {
  return {
    path: ['nodes', workflow.nodes.indexOf(node), 'type'],
    message: `A pipeline has no step of the type ${quotedShort(node.type)}, so ${quotedShort(node.id)} is left out.`,
  };
}

function followEdges(workflow: Workflow, losses: Loss[]): readonly WorkflowNode[] {
  const { nodes, edges = [] } = workflow;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const next = new Map<string, WorkflowEdge>();
  const reached = new Set<string>();
  for (const [i, edge] of edges.entries()) {
    if (isPlain(edge) && !next.has(edge.from) && !reached.has(edge.to) && byId.has(edge.to)) {
      next.set(edge.from, edge);
      reached.add(edge.to);
    } else losses.push(notInChain(edge, i));
  }
  const order: WorkflowNode[] = [];
  const done = new Set<string>();
  // Nodes that nothing leads to first, so that each part of the graph is walked from its beginning.
  for (const head of [...nodes.filter(({ id }) => !reached.has(id)), ...nodes]) {
    if (order.length > 0 && !done.has(head.id)) losses.push(apart(nodes.indexOf(head), head));
    let node: WorkflowNode | undefined = head;
    while (node !== undefined && !done.has(node.id)) {
      done.add(node.id);
      order.push(node);
      node = byId.get(next.get(node.id)?.to ?? '');
    }
  }
  return order;
}

function isPlain({ out, in: input, when, kind, loop, carry }: WorkflowEdge): boolean {
  return (
    (out ?? 'output') === 'output' &&
    (input ?? 'input') === 'input' &&
    (when ?? null) === null &&
    (kind ?? 'flow') === 'flow' &&
    loop !== true &&
    (carry ?? 'value') === 'value'
  );
}

function notInChain(edge: WorkflowEdge, i: number): Loss {
  return {
    path: ['edges', i],
    message: `The steps of a pipeline follow one another, so the edge from ${quotedShort(edge.from)} to ${quotedShort(edge.to)} cannot be expressed.`,
  };
}

function apart(i: number, { id }: WorkflowNode): Loss {
  return {
    path: ['nodes', i],
    message: `The steps of a pipeline run one after the other, but nothing says when ${quotedShort(id)} runs: it is put after the others.`,
  };
}
