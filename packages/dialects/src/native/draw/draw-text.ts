// A workflow as text
// One line per node in reading order, its edges below: `→` flow, `⇒` loop, `⊸` subagent. Workflows inside nodes follow,
// indented.
import type { Graph, Workflow } from '@skein/kernel';
import { plainWord } from '../../diagnostics/inert-text.ts';
import { countNodes, toDrawing, type Drawing, type DrawnEdge, type DrawnNode } from './drawing.ts';

export function drawText(source: Graph | Workflow): string {
  return `${drawLines(toDrawing(source)).join('\n')}\n`;
}

function drawLines(drawing: Drawing): readonly string[] {
  const { nodes, edges } = drawing;
  const title = `${drawing.title}: ${countNodes(drawing)}, ${edges.length === 1 ? '1 edge' : `${edges.length} edges`}`;
  const leaving = new Map<number, DrawnEdge[]>();
  for (const edge of edges) {
    const found = leaving.get(edge.from);
    if (found === undefined) leaving.set(edge.from, [edge]);
    else found.push(edge);
  }
  const blocks = drawing.order.flatMap((number) => {
    const node = nodes[number] as DrawnNode;
    return [nodeLine(node), ...edgeLines(leaving.get(number) ?? [], nodes), ...insideLines(node)];
  });
  return [title, '', ...blocks];
}

function nodeLine(node: DrawnNode): string {
  const id = plainWord(node.id);
  const name = node.label === node.id ? '' : `  "${node.label}"`;
  const join = node.join === null ? '' : `  (join: ${node.join})`;
  return `${node.isEntry ? '▶' : '•'} ${id}  [${node.type}]${name}${join}`;
}

function edgeLines(edges: readonly DrawnEdge[], nodes: readonly DrawnNode[]): readonly string[] {
  const ports = edges.map(({ out }) => (out === 'output' ? '' : out));
  const width = Math.max(0, ...ports.slice(0, portsMeasured).map((port) => port.length));
  return edges.map((edge, i) => {
    const port = (ports[i] ?? '').padEnd(width);
    const target = plainWord(nodes[edge.to]?.id ?? '');
    const into = edge.in === 'input' ? '' : `.${edge.in}`;
    const when = edge.when === null ? '' : `  when ${edge.when}`;
    return `    ${port}${width > 0 ? ' ' : ''}${arrow(edge)} ${target}${into}${when}`;
  });
}

/** Calls take their arguments from the stack, which a fan-out of 100,000 would overflow. */
const portsMeasured = 1000;

function arrow({ isLoop, isSubagent }: DrawnEdge): string {
  if (isSubagent) return '⊸';
  return isLoop ? '⇒' : '→';
}

function insideLines({ inside }: DrawnNode): readonly string[] {
  if (inside === null) return [];
  return drawLines(toDrawing(inside)).map((line) => (line === '' ? '    ┆' : `    ┆ ${line}`));
}
