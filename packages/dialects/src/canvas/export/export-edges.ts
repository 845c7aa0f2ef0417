// Native edges as connections.
import type { Json, JsonObject, Workflow, WorkflowEdge } from '@skein/kernel';
import type { Path } from '../../diagnostics/finding.ts';
import { quotedShort } from '../../shape/describe.ts';
import type { ExportedNode, ReportLoss } from './exported-node.ts';
import { subagentHandle } from '../read/read-canvas.ts';
import { subagentTools } from '../read/subagent-tools.ts';

export function exportEdges(
  { edges = [] }: Workflow,
  nodes: ReadonlyMap<string, ExportedNode>,
  report: ReportLoss,
): readonly JsonObject[] {
  const connections: JsonObject[] = [];
  reportTools(edges, nodes, report);
  for (const [index, edge] of edges.entries()) {
    if (edge.derived === true) continue;
    const source = nodes.get(edge.from);
    // That its node is left out is reported at the node.
    if (source === undefined || !nodes.has(edge.to)) continue;
    const path = ['edges', index] as const;
    const sourceHandle = sourceHandleOf(edge, source, (inner, message) =>
      report([...path, ...inner], message),
    );
    connections.push({
      ...(edge.id === undefined ? {} : { id: edge.id }),
      source: edge.from,
      target: edge.to,
      ...(sourceHandle === null ? {} : { sourceHandle }),
      ...(edge.in === undefined || edge.in === 'input' || edge.kind === 'subagent'
        ? {}
        : { targetHandle: edge.in }),
    });
  }
  return connections;
}

/** A canvas makes the names of subagent tools itself. */
function reportTools(
  edges: readonly WorkflowEdge[],
  nodes: ReadonlyMap<string, ExportedNode>,
  report: ReportLoss,
): void {
  const links = [...edges.entries()].filter(([, { kind }]) => kind === 'subagent');
  const names = subagentTools(
    links.map(([, { from, to }]) => ({ parent: from, id: to, name: nodes.get(to)?.name ?? to })),
  );
  for (const [place, [index, { out }]] of links.entries()) {
    if (out === undefined || out === names[place]) continue;
    report(['edges', index, 'out'], `In a canvas this tool is called ${names[place] ?? ''}.`);
  }
}

/** Null for the one handle that need not be written. */
function sourceHandleOf(
  edge: WorkflowEdge,
  source: ExportedNode,
  report: ReportLoss,
): string | null {
  const { out = 'output', when = null, kind = 'flow' } = edge;
  reportExtras(edge, report);
  if (kind === 'subagent') return subagentHandle;
  if (when === false) return deadHandle(out, source);
  if (when !== null) {
    report(['when'], 'A connection has no condition: it fires whenever its handle does.');
  }
  const handle = source.handles.get(out);
  if (handle !== undefined) return handle === 'output' ? null : handle;
  report(
    ['out'],
    `Nothing in a canvas fires for the port ${quotedShort(out)} of ${quotedShort(edge.from)}.`,
  );
  return deadHandle(out, source);
}

/** A handle that its node does not have, by the port's own name where that is none. */
function deadHandle(out: string, { handles }: ExportedNode): string {
  const live = [...handles.values()];
  // The older word for the first condition.
  if (live.includes('condition-0')) live.push('true');
  const isTaken = live.includes(out) || out === subagentHandle;
  return isTaken ? 'never' : out;
}

function reportExtras(
  { priority = 0, carry = 'value', loop }: WorkflowEdge,
  report: ReportLoss,
): void {
  const lost: readonly (readonly [Path, boolean, string])[] = [
    [
      ['priority'],
      priority !== 0,
      'Connections have no priority: they fire in the order of the list.',
    ],
    [['carry'], carry !== 'value', 'A connection carries a value, not a conversation.'],
    [['loop'], isMark(loop), 'A canvas has no marked loop edges: every token runs its node.'],
  ];
  for (const [path, isLost, message] of lost) if (isLost) report(path, message);
}

function isMark(loop: Json | undefined): boolean {
  return typeof loop === 'boolean';
}
