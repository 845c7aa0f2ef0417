// The first view
// The whole graph, if its text is readable then, or on a screen that is large enough for an overview of it. Else its beginning at a
// readable size, around the card that matters.
import { cardHeight, cardWidth } from './layout-sketch.ts';
import type { Box, View } from './shift-into-view.ts';
import type { Point } from '../sketch.ts';

const smallMax = 640;
const readable = 0.8;
const margin = 16;

interface Canvas {
  readonly width: number;
  readonly height: number;
  /** The smallest zoom that it has. */
  readonly minZoom: number;
}

/** Null if everything fits, or the screen is large enough for an overview. */
export function firstView(
  { width, height, minZoom }: Canvas,
  all: Box,
  focus: Point | null,
): View | null {
  const fitted = fittedZoom({ width, height }, all);
  const isOverview = width > smallMax && fitted >= minZoom;
  if (width === 0 || isOverview || fitted >= readable) return null;
  const middle = (focus?.x ?? all.x + (all.width - cardWidth) / 2) + cardWidth / 2;
  const centred = width / 2 - middle * readable;
  // Not past the ends of the drawing, where there is nothing to see.
  const leftmost = width - margin - (all.x + all.width) * readable;
  const rightmost = margin - all.x * readable;
  // From the top, as long as the card is in view then.
  const top = margin - all.y * readable;
  const lowest = height - margin - ((focus?.y ?? all.y) + cardHeight) * readable;
  return {
    zoom: readable,
    x: Math.round(Math.min(rightmost, Math.max(leftmost, centred))),
    y: Math.round(Math.min(top, lowest)),
  };
}

/** Whether all of it can be seen at once. */
export function fitsAtAll(canvas: Canvas, all: Box): boolean {
  return fittedZoom(canvas, all) >= canvas.minZoom;
}

function fittedZoom({ width, height }: Omit<Canvas, 'minZoom'>, all: Box): number {
  return Math.min((width - 2 * margin) / all.width, (height - 2 * margin) / all.height);
}

interface Placed {
  readonly id: string;
  readonly type?: string | undefined;
  readonly position: Point;
}

/** Where the card that matters is; of none, where the graph begins: the first of the uppermost that no edge leads to. */
export function firstPlace(
  nodes: readonly Placed[],
  edges: readonly { readonly target: string }[],
  focus: string | null,
): Point | null {
  const wanted = focus === null ? undefined : nodes.find(({ id }) => id === focus);
  if (wanted !== undefined) return wanted.position;
  const reached = new Set(edges.map(({ target }) => target));
  const cards = nodes.filter(({ type }) => type === 'card');
  const starts = cards.filter(({ id }) => !reached.has(id));
  const places = (starts.length > 0 ? starts : cards).map(({ position }) => position);
  const [first] = places.toSorted((one, other) => one.y - other.y || one.x - other.x);
  return first ?? null;
}
