// Fills in what a node draft knows about its edges and other nodes (G2).
import { pointer, type WorkflowNode } from '../../definition.ts';
import { partLength, type LongWork } from '../../values/long-work.ts';
import { didYouMean, type Compilation, type EdgeDraft, type NodeDraft } from './compilation.ts';
import { quoted } from './quoted.ts';

export function* connectNodes(compilation: Compilation): LongWork<void> {
  const { workflow, nodes } = compilation;
  const { incoming, outgoing, subagents } = groupEdges(compilation);
  for (const node of nodes) {
    if (node.index % partLength === 0) yield;
    const definition = workflow.nodes[node.index];
    if (definition === undefined) continue;
    connectIncoming(node, incoming[node.index]);
    connectOutgoing(node, outgoing[node.index]);
    node.subagents = subagents[node.index] ?? node.subagents;
    node.needed = findNeeded(compilation, node, definition);
    requireInputs(node, definition);
    if (definition.cancels !== undefined) connectCancels(compilation, node, definition.cancels);
  }
}

/** By index of a node; nothing where it has no such edge. */
type EdgesByNode = (EdgeDraft[] | undefined)[];

function groupEdges({ nodes, edges }: Compilation) {
  const empty = (): EdgesByNode => nodes.map(() => undefined);
  const groups = { incoming: empty(), outgoing: empty(), subagents: empty() };
  for (const edge of edges) {
    if (edge.kind === 'flow') {
      addTo(groups.incoming, edge.to.index, edge);
      addTo(groups.outgoing, edge.from.index, edge);
    } else addTo(groups.subagents, edge.from.index, edge);
  }
  return groups;
}

function addTo(groups: EdgesByNode, node: number, edge: EdgeDraft): void {
  const group = groups[node];
  if (group === undefined) groups[node] = [edge];
  else group.push(edge);
}

function connectIncoming(node: NodeDraft, edges: EdgeDraft[] | undefined): void {
  if (edges === undefined) return;
  // The same list where there is no loop edge: most nodes have none.
  const collected = edges.some(({ loop }) => loop) ? edges.filter(({ loop }) => !loop) : edges;
  let slot = 0;
  for (const edge of collected) edge.slot = slot++;
  node.incoming = edges;
  node.joinEdges = collected;
  node.inputPorts = findInputPorts(edges);
}

/** Shared by the many nodes that have no other port. */
const plainInput: readonly string[] = ['input'];

function findInputPorts(edges: readonly EdgeDraft[]): readonly string[] {
  if (edges.every((edge) => edge.in === 'input')) return plainInput;
  return [...new Set(edges.map((edge) => edge.in))];
}

function connectOutgoing(node: NodeDraft, edges: EdgeDraft[] | undefined): void {
  if (edges === undefined) return;
  // Sorting is stable, so edges of one priority stay in definition order.
  const sorted = edges.some(({ priority }) => priority !== 0)
    ? edges.toSorted((left, right) => left.priority - right.priority)
    : edges;
  const byPort = new Map<string, EdgeDraft[]>();
  for (const edge of sorted) {
    const others = byPort.get(edge.out);
    if (others === undefined) byPort.set(edge.out, [edge]);
    else others.push(edge);
  }
  node.outgoingAll = sorted;
  node.outgoing = byPort;
}

function findNeeded(compilation: Compilation, node: NodeDraft, { n }: WorkflowNode): number {
  if (node.join !== 'n-of') {
    if (n !== undefined) warnIgnored(compilation, node, n);
    return node.join === 'all' ? node.joinEdges.length : 1;
  }
  const edges = node.joinEdges.length;
  if (n !== undefined && Number.isInteger(n) && n >= 1 && n <= edges) return n;
  const given = n === undefined ? 'says no "n"' : `needs ${n} of its edges`;
  compilation.diagnostics.push({
    code: 'N_OUT_OF_RANGE',
    severity: 'error',
    pointer: pointer('nodes', node.index, n === undefined ? 'join' : 'n'),
    message: `The join "n-of" of ${quoted(node.id)} ${given}, and ${edges} lead to it (loop edges do not count).`,
    hint:
      edges === 0
        ? 'Leave out "join", or add the edges that it shall collect.'
        : `Set "n" to a whole number from 1 to ${edges}.`,
  });
  return 1;
}

function warnIgnored(
  { diagnostics }: Compilation,
  { index, id, join }: NodeDraft,
  n: number,
): void {
  diagnostics.push({
    code: 'N_IGNORED',
    severity: 'warning',
    pointer: pointer('nodes', index, 'n'),
    message: `${quoted(id)} says "n": ${n}, which only the join "n-of" reads; its join is "${join}".`,
    hint: 'Set "join": "n-of", or remove "n".',
  });
}

/** What a node declares always applies; what its type requires, only where an edge leads to it. */
function requireInputs(node: NodeDraft, { input, requireOneOf }: WorkflowNode): void {
  const { kind, inputPorts } = node;
  if (input === undefined && requireOneOf === undefined) {
    if (kind.required === undefined && kind.requireOneOf === undefined) return;
  }
  const declared = Object.entries(input ?? {});
  const required = new Set<string>();
  for (const [port, { required: isRequired }] of declared) if (isRequired) required.add(port);
  for (const port of kind.required ?? []) {
    const isOptional = declared.some(([name, declaration]) => {
      return name === port && declaration.required === false;
    });
    if (inputPorts.includes(port) && !isOptional) required.add(port);
  }
  const ofKind = (kind.requireOneOf ?? []).filter((group) =>
    group.some((port) => inputPorts.includes(port)),
  );
  node.required = [...required];
  node.requireOneOf = [...(requireOneOf ?? []), ...ofKind];
}

function connectCancels(compilation: Compilation, node: NodeDraft, ids: readonly string[]): void {
  const { nodeById, diagnostics } = compilation;
  const cancelled = new Set<NodeDraft>();
  for (const [place, id] of ids.entries()) {
    const other = nodeById.get(id);
    if (other !== undefined) cancelled.add(other);
    else {
      diagnostics.push({
        code: 'CANCELS_MISSING',
        severity: 'error',
        pointer: pointer('nodes', node.index, 'cancels', place),
        message: `${quoted(node.id)} cancels ${quoted(id)}, which is not in "nodes".`,
        hint: `${didYouMean(compilation, id, nodeById.keys())}Name the id of a node, or remove it from "cancels".`,
      });
    }
  }
  node.cancels = [...cancelled];
}
