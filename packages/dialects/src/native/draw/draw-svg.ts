// A workflow as a picture
// Self-contained SVG: no script, no link, no font or image from elsewhere; light or dark as the reader's system is.
import type { Graph, Workflow } from '@skein/kernel';
import { inertText } from '../../diagnostics/inert-text.ts';
import { countNodes, toDrawing, type Drawing, type DrawnEdge, type DrawnNode } from './drawing.ts';
import { edgeLabel } from './edge-label.ts';
import { edgePath } from './edge-path.ts';
import { findEdgeEnds } from './find-edge-ends.ts';
import { layOut, type LaidOutEdge, type Point } from './layout/layout.ts';
import type { Size } from './layout/layout-input.ts';
import { nodeFamily } from './node-family.ts';
import { nodeIcon } from './node-icon.ts';
import { svgStyle } from './svg-style.ts';
import { escapeXml, fitText, textWidth } from './svg-text.ts';

const margin = 32;
const nodeHeight = 52;
const titleSize = 13;
const smallSize = 11;
const titleWidthMax = 190;
/** From the left border of a card to its text, and from the text to the right border. */
const textStart = 52;
const textEnd = 16;
const labelHeight = 18;
const gaps = { column: 28, rowMin: 24, rowMax: 70 };
/** How much wider the font of titles is. */
const bold = 1.1;

export function drawSvg(source: Graph | Workflow): string {
  const drawing = toDrawing(source);
  const cards = drawing.nodes.map(toCard);
  const labels = drawing.edges.map(edgeLabel);
  const layout = layOut({
    nodes: cards.map(({ width }) => ({ width, height: nodeHeight })),
    edges: drawing.edges.map(({ from, to, back }, i) => ({
      from,
      to,
      back,
      label: labelSize(labels[i] ?? ''),
    })),
    order: drawing.order,
    gaps,
  });
  const sizes = cards.map(({ width }): Size => ({ width, height: nodeHeight }));
  const ends = findEdgeEnds(drawing.edges, layout, sizes);
  const lines = drawing.edges.map((edge, i) =>
    edgeLine(edge, edgePath(ends[i] ?? nowhere, layout.edges[i] as LaidOutEdge)),
  );
  const pills = drawing.edges.map((edge, i) => {
    const place = layout.edges[i]?.label ?? null;
    return place === null ? '' : labelPill(edge, labels[i] ?? '', place);
  });
  const nodes = cards.map((card, i) => nodeCard(card, layout.nodes[i] ?? origin));
  return page(drawing, layout, [...lines, ...pills, ...nodes].join(''));
}

const origin: Point = { x: 0, y: 0 };
const nowhere = { start: origin, end: origin };

function page(drawing: Drawing, size: Size, content: string): string {
  const width = Math.ceil(Math.max(size.width, 200)) + 2 * margin;
  const height = Math.ceil(Math.max(size.height, nodeHeight)) + 2 * margin;
  const title = escapeXml(drawing.title);
  const empty =
    drawing.nodes.length === 0
      ? `<text class="subtitle" x="0" y="${nodeHeight / 2}">This workflow has no nodes.</text>`
      : '';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">`,
    `<title>${title}</title><style>${svgStyle}</style><defs>${arrowHeads}</defs>`,
    `<rect class="ground" width="${width}" height="${height}" rx="12"/>`,
    `<g transform="translate(${margin} ${margin})">${empty}${content}</g></svg>\n`,
  ].join('');
}

type Look = 'flow' | 'loop' | 'failure';

const arrowHeads = (['flow', 'loop', 'failure'] as const)
  .map(
    (look) =>
      `<marker id="${look}-head" viewBox="0 0 10 10" refX="8.5" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path class="head ${look}" d="M0 .8L9 5 0 9.2z"/></marker>`,
  )
  .join('');

function lookOf({ isLoop, out }: DrawnEdge): Look {
  if (isLoop) return 'loop';
  return out === 'error' ? 'failure' : 'flow';
}

function edgeLine(edge: DrawnEdge, path: string): string {
  const look = lookOf(edge);
  const classes = edge.isSubagent ? `${look} subagent` : look;
  return `<path class="edge ${classes}" d="${path}" marker-end="url(#${look}-head)"/>`;
}

function labelSize(label: string): Size | null {
  return label === '' ? null : { width: textWidth(label, smallSize) + 14, height: labelHeight };
}

function labelPill(edge: DrawnEdge, label: string, { x, y }: Point): string {
  const width = labelSize(label)?.width ?? 0;
  return `<rect class="pill" x="${round(x - width / 2)}" y="${round(y - labelHeight / 2)}" width="${round(width)}" height="${labelHeight}" rx="9"/><text class="label ${lookOf(edge)}" x="${round(x)}" y="${round(y + 4)}">${escapeXml(label)}</text>`;
}

interface Card {
  readonly node: DrawnNode;
  readonly title: string;
  readonly subtitle: string;
  readonly width: number;
}

function toCard(node: DrawnNode): Card {
  const fit = { fontSize: titleSize, widthMax: titleWidthMax / bold };
  const title = fitText(node.label, fit);
  const words = [node.type];
  if (node.join !== null) words.push(`join ${node.join}`);
  if (node.inside !== null) words.push(`${countNodes(node.inside)} inside`);
  const subtitle = fitText(words.join(' · '), { fontSize: smallSize, widthMax: titleWidthMax });
  const width = Math.max(84, textWidth(title, titleSize) * bold, textWidth(subtitle, smallSize));
  return { node, title, subtitle, width: Math.round(width + textStart + textEnd) };
}

function nodeCard({ node, title, subtitle, width }: Card, { x, y }: Point): string {
  const family = nodeFamily(node.type);
  const box = `width="${width}" height="${nodeHeight}" rx="10"`;
  const behind = family === 'children' ? `<rect class="card" x="4" y="4" ${box}/>` : '';
  const entry =
    node.isEntry && family !== 'start'
      ? `<circle class="entry" cx="${width / 2}" cy="-14" r="4"/><path class="edge flow" d="M${width / 2} -10V-1" marker-end="url(#flow-head)"/>`
      : '';
  return [
    `<g class="${family}" transform="translate(${round(x - width / 2)} ${round(y - nodeHeight / 2)})">`,
    `<title>${escapeXml(inertText(node.id))}</title>${entry}${behind}<rect class="card" ${box}/>`,
    `<rect class="tile" x="12" y="12" width="28" height="28" rx="7"/>`,
    `<path class="icon" transform="translate(18 18)" d="${nodeIcon[family]}"/>`,
    `<text class="title" x="${textStart}" y="23.5">${escapeXml(title)}</text>`,
    `<text class="subtitle" x="${textStart}" y="39">${escapeXml(subtitle)}</text></g>`,
  ].join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
