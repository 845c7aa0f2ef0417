// Layout
// Cards in rows from top to bottom, by dagre. Used where a definition has no positions, and for "Tidy up".
// Loop edges need no care: dagre turns them around by itself. Subagents come a row below their agent, at its side.
import { graphlib, layout } from '@dagrejs/dagre';
import type { Point } from '../sketch.ts';

export const cardWidth = 224;
export const cardHeight = 60;
const columnGap = 32;
const rankGap = 38;

export interface LayoutInput {
  readonly nodes: readonly string[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

/** The top left corner of every card. */
export function layoutSketch({ nodes, edges }: LayoutInput): ReadonlyMap<string, Point> {
  const graph = new graphlib.Graph({ multigraph: false });
  graph.setGraph({
    rankdir: 'TB',
    nodesep: columnGap,
    ranksep: rankGap,
    ranker: 'network-simplex',
  });
  graph.setDefaultEdgeLabel(() => ({}));
  // Ids become numbers: dagre keeps them as keys of plain objects, where "__proto__" would be lost.
  const indexes = new Map(nodes.map((id, index) => [id, String(index)]));
  for (const index of indexes.values())
    graph.setNode(index, { width: cardWidth, height: cardHeight });
  for (const { from, to } of edges) {
    const source = indexes.get(from);
    const target = indexes.get(to);
    if (source !== undefined && target !== undefined && source !== target)
      graph.setEdge(source, target);
  }
  layout(graph);
  const positions = new Map<string, Point>();
  for (const [id, index] of indexes) {
    const { x, y } = graph.node(index) as Point;
    positions.set(id, { x: Math.round(x - cardWidth / 2), y: Math.round(y - cardHeight / 2) });
  }
  return positions;
}
