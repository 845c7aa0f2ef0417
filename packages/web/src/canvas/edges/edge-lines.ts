// The lines of many edges
// The same ways that the canvas library draws, from the places of the cards alone, gathered by their look and place: a few paths instead
// of a component, an image and a listener for each edge. Not one path for all: a change of one edge would have the browser read all
// lines again, which took 150 ms of a frame with 5,000 of them.
import { Position, type Edge, type Node, type NodeHandle } from '@xyflow/react';
import { edgePath, sidePath } from './edge-path.ts';
import type { CanvasEdge } from './canvas-edge.ts';

/**
 * Edges from cards of one square to cards of another are one group. Small: the browser draws a tile of the screen from all groups that
 * reach into it, and with all lines of 5,000 nodes in each that took ten milliseconds for each of twenty tiles.
 */
const squareSize = 1_024;
/** Arrows are small, wherever their edges come from: those that arrive in the same square are one group. */
const arrowSquareSize = 2_048;

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
  const groups = new Map<string, Gathered>();
  const gather = (key: string, look: string, kind: 'lines' | 'arrows', path: string) => {
    const group = groups.get(key) ?? { look, lines: [], arrows: [] };
    groups.set(key, group);
    group[kind].push(path);
  };
  for (const edge of edges) {
    const source = cards.get(edge.source);
    const target = cards.get(edge.target);
    if (source === undefined || target === undefined) continue;
    const drawn = drawOne(cache, { edge, source, target });
    if (drawn === null) continue;
    const look = edge.className ?? '';
    const squares = `${squareOf(source, squareSize)} ${squareOf(target, squareSize)}`;
    gather(`${squares} ${look}`, look, 'lines', drawn.line);
    if (drawn.arrow !== '')
      gather(`to ${squareOf(target, arrowSquareSize)} ${look}`, look, 'arrows', drawn.arrow);
  }
  return [...groups].map(([key, { look, lines, arrows }]) => ({
    key,
    look,
    lines: lines.join(''),
    arrows: arrows.join(''),
  }));
}

interface Gathered {
  readonly look: string;
  readonly lines: string[];
  readonly arrows: string[];
}

function squareOf({ position: { x, y } }: Node, size: number): string {
  return `${Math.floor(x / size)}/${Math.floor(y / size)}`;
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
