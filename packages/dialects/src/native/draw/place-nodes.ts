import { layOut, type Point } from './layout/layout.ts';
import type { Gaps, Port, Size } from './layout/layout-input.ts';
import { orderNodes } from './order-nodes.ts';

export interface NodesToPlace {
  readonly nodes: readonly string[];
  /** Of every node. */
  readonly size: Size;
  /** By the ids of their nodes; an edge to an unknown one is left out. */
  readonly edges: readonly EdgeToPlace[];
  readonly gaps: Gaps;
}

export interface EdgeToPlace {
  readonly from: string;
  readonly to: string;
  /** Where it leaves; nodes below another keep the order of its ports. */
  readonly port?: Port | undefined;
}

/**
 * The centres of nodes in layers from top to bottom, for drawings that route their edges themselves. Edges lead down; those
 * that close a cycle get no room of their own.
 */
export function placeNodes({ nodes, size, edges, gaps }: NodesToPlace): ReadonlyMap<string, Point> {
  const numbers = new Map(nodes.map((id, number) => [id, number]));
  // What leaves further left is read first.
  const byPort = edges.toSorted((one, other) => (one.port?.index ?? 0) - (other.port?.index ?? 0));
  const between = byPort.flatMap((edge) => {
    const from = numbers.get(edge.from);
    const to = numbers.get(edge.to);
    if (from === undefined || to === undefined || from === to) return [];
    const { port } = edge;
    const ends = { from, to, isLoop: false, back: false, label: null };
    return [port === undefined ? ends : { ...ends, port }];
  });
  const ordered = orderNodes({ count: nodes.length, edges: between, entries: new Set() });
  const layout = layOut({
    nodes: nodes.map(() => size),
    edges: between.filter((_, position) => !ordered.back.has(position)),
    order: ordered.order,
    gaps,
  });
  return new Map(nodes.map((id, number) => [id, layout.nodes[number] ?? { x: 0, y: 0 }]));
}
