// A workflow as a Mermaid flowchart
// Nodes are called n0, n1, … there, so no id of the author becomes Mermaid syntax; what people read stands in quotes.
import type { Graph, Workflow } from '@skein/kernel';
import { countNodes, toDrawing, type DrawnEdge, type DrawnNode } from './drawing.ts';
import { edgeLabel } from './edge-label.ts';
import type { NodeFamily } from '../nodes/native-node.ts';
import { nodeFamily } from './node-family.ts';

export function drawMermaid(source: Graph | Workflow): string {
  const { nodes, edges, order } = toDrawing(source);
  const lines = [
    'flowchart TD',
    ...order.map((number) => `  n${number}${nodeText(nodes[number] as DrawnNode)}`),
    ...edges.map((edge) => `  n${edge.from} ${edgeText(edge)} n${edge.to}`),
    ...classLines(nodes),
  ];
  return `${lines.join('\n')}\n`;
}

/** Brackets give the outline. */
const outlines: { readonly [family in NodeFamily]: readonly [open: string, close: string] } = {
  start: ['([', '])'],
  end: ['([', '])'],
  model: ['(', ')'],
  function: ['(', ')'],
  value: ['(', ')'],
  choice: ['{', '}'],
  join: ['((', '))'],
  children: ['[[', ']]'],
  person: ['[/', '/]'],
  time: ['(', ')'],
  event: ['>', ']'],
  other: ['[', ']'],
};

function nodeText(node: DrawnNode): string {
  const [open, close] = outlines[nodeFamily(node.type)];
  const parts = [node.type];
  if (node.join !== null) parts.push(`join ${node.join}`);
  if (node.inside !== null) parts.push(`${countNodes(node.inside)} inside`);
  return `${open}"${escapeMermaid(node.label)}<br/><small>${escapeMermaid(parts.join(' · '))}</small>"${close}`;
}

function edgeText(edge: DrawnEdge): string {
  const line = edge.isLoop || edge.isSubagent ? '-.->' : '-->';
  const label = edgeLabel(edge);
  return label === '' ? line : `${line}|"${escapeMermaid(label)}"|`;
}

const classColours: { readonly [family in NodeFamily]?: string } = {
  start: '#16a34a',
  end: '#64748b',
  model: '#7c3aed',
  function: '#2563eb',
  value: '#0d9488',
  choice: '#d97706',
  children: '#4f46e5',
  person: '#db2777',
  time: '#ea580c',
  event: '#0891b2',
};

function classLines(nodes: readonly DrawnNode[]): readonly string[] {
  return Object.entries(classColours).flatMap(([family, colour]) => {
    const members = nodes.flatMap(({ type }, i) => (nodeFamily(type) === family ? [`n${i}`] : []));
    if (members.length === 0) return [];
    return [
      `  classDef ${family}Node stroke:${colour},stroke-width:2px`,
      `  class ${members.join(',')} ${family}Node`,
    ];
  });
}

/**
 * Mermaid reads `#…;` as a character. Everything that could end the quotes, open a tag, a directive, Markdown, a formula
 * (`$$`) or such a code is written in that form; letters of other scripts stay as they are.
 */
function escapeMermaid(text: string): string {
  return text.replaceAll(
    /[^\p{L}\p{N} .,:!?+=/()$[\]{}_'·›≥≤≠…→-]|\$(?=\$)|(?<=\$)\$/gu,
    (character) => `#${String(character.codePointAt(0))};`,
  );
}
