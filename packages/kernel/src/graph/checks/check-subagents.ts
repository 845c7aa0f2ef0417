import { pointer } from '../../definition.ts';
import type { Compilation, NodeDraft } from '../compile/compilation.ts';
import { quoted } from '../compile/quoted.ts';
import type { GraphEdge } from '../graph.ts';

/** Only agents call and are called as tools, and none of them, at any depth, calls itself. */
export function checkSubagents(compilation: Compilation): void {
  const edges = compilation.edges.filter(({ kind }) => kind === 'subagent');
  if (edges.length === 0) return;
  for (const edge of edges) checkEnds(compilation, edge);
  reportCycles(compilation, edges);
}

function checkEnds({ diagnostics }: Compilation, edge: GraphEdge): void {
  for (const end of ['from', 'to'] as const) {
    const { id, kind, type } = edge[end];
    if (kind.isAgent === true) continue;
    const role = end === 'from' ? 'has a subagent' : 'is offered as a subagent';
    diagnostics.push({
      code: 'SUBAGENT_NOT_AGENT',
      severity: 'error',
      pointer: pointer('edges', edge.index, end),
      message: `${quoted(id)} ${role}, but a node of type ${quoted(type)} is no agent.`,
      hint: 'Lead edges of kind "subagent" from agents to agents, or make this one a flow edge.',
    });
  }
}

function reportCycles(compilation: Compilation, edges: readonly GraphEdge[]): void {
  const calls = Map.groupBy(edges, ({ from }) => from.index);
  // 1 while the agent is on the current path, 2 when everything below it has been visited.
  const seen = new Uint8Array(compilation.nodes.length);
  for (const node of compilation.nodes) {
    if (seen[node.index] === 0 && calls.has(node.index)) walk(compilation, { node, calls, seen });
  }
}

interface Walk {
  readonly node: NodeDraft;
  readonly calls: ReadonlyMap<number, readonly GraphEdge[]>;
  readonly seen: Uint8Array;
}

/** Depth first, with an explicit stack: a chain of agents may be long. */
function walk(compilation: Compilation, { node, calls, seen }: Walk): void {
  const stack = [{ index: node.index, next: 0 }];
  seen[node.index] = 1;
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const edge = calls.get(top.index)?.[top.next++];
    if (edge === undefined) {
      seen[top.index] = 2;
      stack.pop();
    } else if (seen[edge.to.index] === 1) {
      const start = stack.findIndex(({ index }) => index === edge.to.index);
      const ids = stack.slice(start).map(({ index }) => compilation.nodes[index]?.id ?? '');
      reportCycle(compilation, edge, [...ids, edge.to.id]);
    } else if (seen[edge.to.index] === 0) {
      seen[edge.to.index] = 1;
      stack.push({ index: edge.to.index, next: 0 });
    }
  }
}

function reportCycle({ diagnostics }: Compilation, edge: GraphEdge, ids: readonly string[]): void {
  const shownMax = 10;
  const shown =
    ids.length > shownMax ? [...ids.slice(0, shownMax - 1), '…', ...ids.slice(-1)] : ids;
  diagnostics.push({
    code: 'SUBAGENT_CYCLE',
    severity: 'error',
    pointer: pointer('edges', edge.index),
    message: `${quoted(edge.to.id)} would be a subagent of itself: ${shown.map(quoted).join(' → ')}.`,
    hint: 'Remove one of these edges of kind "subagent".',
  });
}
