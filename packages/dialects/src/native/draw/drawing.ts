// What is drawn
// The one model of the three drawings: nodes and edges by number, with every text made inert and short. Taken from
// a compiled graph, or from a definition that does not compile: a picture helps most when something is wrong.
//
// W1. Derived nodes and edges are not the author's, so they are left out; so is an edge whose end does not exist. A derived end that
//     an edge of the author leads to is drawn: the author means it, without writing a node for it.
// W2. Edges marked `back` may be removed to leave an acyclic graph; `order` is then topological.
import { ownValue, type Graph, type Json, type Workflow, type WorkflowEdge } from '@skein/kernel';
import { oneLine, shorten } from '../../diagnostics/inert-text.ts';
import { describeCondition } from './describe-condition.ts';
import { orderNodes } from './order-nodes.ts';
import { inlineWorkflow } from '../../dialect/inline-workflow.ts';

export interface Drawing {
  readonly title: string;
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  /** Numbers of the nodes, each after what leads to it; branches stay together. */
  readonly order: readonly number[];
}

export interface DrawnNode {
  readonly id: string;
  /** What people see: the name, else the id; one line, shortened. */
  readonly label: string;
  readonly type: string;
  readonly isEntry: boolean;
  /** "any", "2 of": where the join is not the usual one and several edges arrive. */
  readonly join: string | null;
  /** A workflow written inside this node. */
  readonly inside: Workflow | null;
}

export interface DrawnEdge {
  readonly from: number;
  readonly to: number;
  readonly out: string;
  readonly in: string;
  readonly when: string | null;
  readonly isLoop: boolean;
  readonly isSubagent: boolean;
  readonly back: boolean;
}

const labelLengthMax = 40;
const typeLengthMax = 24;

export function toDrawing(source: Graph | Workflow): Drawing {
  const graph = 'nodeById' in source ? source : null;
  const workflow = 'nodeById' in source ? source.workflow : source;
  const drawn = (workflow.edges ?? []).filter((edge) => edge.derived !== true);
  const meant = new Set(drawn.map(({ to }) => to));
  const shown = workflow.nodes.filter(
    ({ id, type, derived }) => derived !== true || (type === 'end' && meant.has(id)),
  );
  const numbers = new Map<string, number>();
  for (const [number, { id }] of shown.entries()) if (!numbers.has(id)) numbers.set(id, number);
  const found = shownEdges(workflow, graph, numbers);
  const arriving = new Map<number, number>();
  for (const { to } of found) arriving.set(to, (arriving.get(to) ?? 0) + 1);
  const entries = entryNumbers(workflow, graph, numbers);
  const ordered = orderNodes({ count: shown.length, edges: found, entries });
  return {
    title: oneLine(shorten(workflow.name ?? workflow.id ?? 'workflow', labelLengthMax)),
    nodes: shown.map((node, number) => ({
      id: node.derived === true ? (node.name ?? node.id) : node.id,
      label: shorten(oneLine(node.name ?? node.id), labelLengthMax),
      type: shorten(oneLine(node.type), typeLengthMax),
      isEntry: entries.has(number),
      join: (arriving.get(number) ?? 0) > 1 ? joinWord(node.join, node.n) : null,
      inside: insideOf(node.type, node.config),
    })),
    edges: found.map((edge, number) => ({
      ...edge,
      // Without a compiled graph, a way back is the best guess at what the author means by a loop.
      isLoop: edge.isLoop || (graph === null && ordered.back.has(number)),
      back: edge.isLoop || ordered.back.has(number),
    })),
    order: ordered.order,
  };
}

function shownEdges(
  workflow: Workflow,
  graph: Graph | null,
  numbers: ReadonlyMap<string, number>,
): readonly Omit<DrawnEdge, 'back'>[] {
  return (workflow.edges ?? []).flatMap((edge, index) => {
    const from = numbers.get(edge.from);
    const to = numbers.get(edge.to);
    if (edge.derived === true || from === undefined || to === undefined) return [];
    return [
      { from, to, ...edgeWords(edge), isLoop: graph?.edges[index]?.loop ?? edge.loop === true },
    ];
  });
}

function edgeWords(edge: WorkflowEdge): Pick<DrawnEdge, 'out' | 'in' | 'when' | 'isSubagent'> {
  return {
    out: shorten(oneLine(edge.out ?? 'output'), typeLengthMax),
    in: shorten(oneLine(edge.in ?? 'input'), typeLengthMax),
    when: edge.when === undefined || edge.when === null ? null : describeCondition(edge.when),
    isSubagent: edge.kind === 'subagent',
  };
}

function entryNumbers(
  workflow: Workflow,
  graph: Graph | null,
  numbers: ReadonlyMap<string, number>,
): ReadonlySet<number> {
  const starts = workflow.nodes.filter(({ type }) => type === 'start').map(({ id }) => id);
  const ids = graph?.entries.map(({ id }) => id) ?? workflow.entry ?? starts;
  return new Set(ids.flatMap((id) => numbers.get(id) ?? []));
}

function joinWord(join: string | undefined, n: number | undefined): string | null {
  if (join === undefined || join === 'all') return null;
  return join === 'n-of' ? `${n ?? 'n'} of` : join;
}

function insideOf(type: string, config: Json | undefined): Workflow | null {
  const workflow = inlineWorkflow(type, config);
  // Whoever draws has had the definition checked, inner workflows included.
  return workflow !== undefined && Array.isArray(ownValue(workflow, 'nodes'))
    ? (workflow as unknown as Workflow)
    : null;
}

export function countNodes({ nodes }: { readonly nodes: readonly unknown[] }): string {
  return nodes.length === 1 ? '1 node' : `${nodes.length} nodes`;
}
