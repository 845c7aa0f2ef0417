// Where edges touch their nodes
// Edges leave at the bottom and arrive at the top, side by side in the order in which they come from or go to, so that they
// do not cross at the border; lanes touch the right side.
import type { DrawnEdge } from './drawing.ts';
import type { EdgeEnds } from './edge-path.ts';
import type { LaidOutEdge, Layout, Point } from './layout/layout.ts';
import type { Size } from './layout/layout-input.ts';

const spreadMax = 22;
/** Corners are round, so nothing touches a node near them. */
const cornerWidth = 16;

export function findEdgeEnds(
  edges: readonly DrawnEdge[],
  layout: Layout,
  sizes: readonly Size[],
): readonly EdgeEnds[] {
  const starts = spread(edges, layout, { sizes, end: 'from' });
  const ends = spread(edges, layout, { sizes, end: 'to' });
  return edges.map((_, i) => ({ start: starts[i] as Point, end: ends[i] as Point }));
}

interface Side {
  readonly sizes: readonly Size[];
  readonly end: 'from' | 'to';
}

function spread(
  edges: readonly DrawnEdge[],
  layout: Layout,
  { sizes, end }: Side,
): readonly Point[] {
  const places: Point[] = [];
  const byNode = new Map<string, number[]>();
  for (const [i, edge] of edges.entries()) {
    const key = `${edge[end]} ${layout.edges[i]?.isLane === true ? 'lane' : ''}`;
    const found = byNode.get(key);
    if (found === undefined) byNode.set(key, [i]);
    else found.push(i);
  }
  for (const group of byNode.values()) {
    const towards = (i: number): number => nextColumn(edges[i] as DrawnEdge, i, { layout, end });
    const sorted = group.toSorted((a, b) => towards(a) - towards(b));
    for (const [place, i] of sorted.entries()) {
      const node = (edges[i] as DrawnEdge)[end];
      const box = { center: layout.nodes[node] as Point, size: sizes[node] as Size };
      const share = { place, count: sorted.length };
      const isLane = layout.edges[i]?.isLane === true;
      places[i] = isLane ? onRightSide(box, share, end) : onEdge(box, share, end);
    }
  }
  return places;
}

/** The column that the edge comes from or goes to first. */
function nextColumn(
  edge: DrawnEdge,
  i: number,
  { layout, end }: { readonly layout: Layout; readonly end: 'from' | 'to' },
): number {
  const { crossings } = layout.edges[i] as LaidOutEdge;
  const nearest = end === 'from' ? crossings[0] : crossings.at(-1);
  const other = layout.nodes[end === 'from' ? edge.to : edge.from];
  return nearest?.x ?? other?.x ?? 0;
}

interface Box {
  readonly center: Point;
  readonly size: Size;
}

interface Share {
  readonly place: number;
  readonly count: number;
}

function onEdge({ center, size }: Box, { place, count }: Share, end: 'from' | 'to'): Point {
  const room = size.width - 2 * cornerWidth;
  const step = count < 2 ? 0 : Math.min(spreadMax, room / (count - 1));
  const x = center.x + (place - (count - 1) / 2) * step;
  const half = size.height / 2;
  return { x, y: end === 'from' ? center.y + half : center.y - half - 1 };
}

/** Lanes leave in the lower half and come back in the upper one, so that both can be seen on one node. */
function onRightSide({ center, size }: Box, { place, count }: Share, end: 'from' | 'to'): Point {
  const half = size.height / 2 - cornerWidth / 2;
  const depth = count === 1 ? half / 2 : 4 + ((half - 4) * place) / (count - 1);
  const y = end === 'from' ? center.y + depth : center.y - depth;
  return { x: center.x + size.width / 2 + (end === 'to' ? 1 : 0), y };
}
