// The lines of many edges
// The same ways that the canvas library draws, from the places of the cards alone, gathered by their look and place: a few paths instead
// of a component, an image and a listener for each edge. Not one path for all: a change of one edge would have the browser read all
// lines again, which took 150 ms of a frame with 5,000 of them.
import { Position, type Edge, type Node, type NodeHandle } from '@xyflow/react';
import { edgePath, sidePath } from './edge-path.ts';
import type { CanvasEdge } from './canvas-edge.ts';

/** Edges that leave cards of the same square are one group. */
const squareSize = 8_000;

export interface LineGroup {
  readonly key: string;
  /** The classes of its edges. */
  readonly look: string;
  readonly lines: string;
  readonly arrows: string;
}

interface Drawn {
  readonly edge: Edge;
  readonly source: Node;
  readonly target: Node;
  readonly line: string;
  readonly arrow: string;
}

/** What was drawn for each edge; an edge whose card did not move is not computed again. */
export type LineCache = Map<string, Drawn>;

export function edgeLines(
  nodes: readonly Node[],
  edges: readonly Edge[],
  cache: LineCache,
): readonly LineGroup[] {
  const cards = new Map(nodes.map((node) => [node.id, node]));
  const groups = new Map<string, { look: string; lines: string[]; arrows: string[] }>();
  for (const edge of edges) {
    const source = cards.get(edge.source);
    const target = cards.get(edge.target);
    if (source === undefined || target === undefined) continue;
    const drawn = drawOne(cache, { edge, source, target });
    if (drawn === null) continue;
    const look = edge.className ?? '';
    const key = `${squareOf(source)} ${look}`;
    const group = groups.get(key) ?? { look, lines: [], arrows: [] };
    groups.set(key, group);
    group.lines.push(drawn.line);
    group.arrows.push(drawn.arrow);
  }
  return [...groups].map(([key, { look, lines, arrows }]) => ({
    key,
    look,
    lines: lines.join(''),
    arrows: arrows.join(''),
  }));
}

function squareOf({ position: { x, y } }: Node): string {
  return `${Math.floor(x / squareSize)}/${Math.floor(y / squareSize)}`;
}

function drawOne(
  cache: LineCache,
  { edge, source, target }: Pick<Drawn, 'edge' | 'source' | 'target'>,
): Drawn | null {
  const known = cache.get(edge.id);
  if (known?.edge === edge && known.source === source && known.target === target) return known;
  const leaves = source.handles?.find(
    ({ id, type }) => type === 'source' && id === edge.sourceHandle,
  );
  const arrives = target.handles?.find(({ type }) => type === 'target');
  if (leaves === undefined || arrives === undefined) return null;
  const from = touch(source, leaves);
  const to = touch(target, arrives);
  const ends = {
    sourceX: from.x,
    sourceY: from.y,
    targetX: to.x,
    targetY: to.y,
    sourcePosition: leaves.position,
    targetPosition: arrives.position,
    // The edges of both canvases are these.
    data: edge.data as CanvasEdge['data'],
  };
  const line = edge.type === 'flow' ? edgePath(ends) : sidePath(ends);
  const arrow = edge.markerEnd === undefined ? '' : `M${to.x} ${to.y}l-4 -8h8z`;
  const drawn = { edge, source, target, line, arrow };
  cache.set(edge.id, drawn);
  return drawn;
}

/** Where an edge meets a card. */
function touch(card: Node, { position, x, y, width = 0, height = 0 }: NodeHandle) {
  const left = card.position.x + x;
  const top = card.position.y + y;
  if (position === Position.Bottom) return { x: left + width / 2, y: top + height };
  if (position === Position.Top) return { x: left + width / 2, y: top };
  return { x: position === Position.Right ? left + width : left, y: top + height / 2 };
}
