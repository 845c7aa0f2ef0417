// The small drawing of a whole graph: what is drawn of its nodes, and which part of the plane it shows.
import type { Point } from '../sketch.ts';

export interface Rect extends Point {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Rect {
  readonly look: 'frames' | 'cards' | 'selected';
}

export const cornerRadius = 12;
const margin = 0.06;

/** Null: there is nothing. */
export function boundsOf(boxes: readonly Rect[]): Rect | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return left === Infinity ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

/** One path for all boxes of a look. Smaller by the round line that is drawn around them. */
export function mapPaths(boxes: readonly Box[]): Readonly<Record<Box['look'], string>> {
  const paths = { frames: '', cards: '', selected: '' };
  for (const { x, y, width, height, look } of boxes) {
    const across = Math.max(0, width - 2 * cornerRadius);
    const down = Math.max(0, height - 2 * cornerRadius);
    paths[look] += `M${x + cornerRadius},${y + cornerRadius}h${across}v${down}h${-across}z`;
  }
  return paths;
}

/** The part of the plane that has the graph and what is in view, in the proportions of the drawing. */
export function viewBoxAround(
  bounds: Rect | null,
  view: Rect,
  size: Pick<Rect, 'width' | 'height'>,
): Rect {
  const all = boundsOf(bounds === null ? [view] : [bounds, view]) ?? view;
  const scale = Math.max(all.width / size.width, all.height / size.height) * (1 + 2 * margin) || 1;
  const [width, height] = [size.width * scale, size.height * scale];
  return {
    x: all.x + (all.width - width) / 2,
    y: all.y + (all.height - height) / 2,
    width,
    height,
  };
}

/** Everything but what is in view. */
export function maskPath(shown: Rect, view: Rect): string {
  return outline(shown) + outline(view);
}

function outline({ x, y, width, height }: Rect): string {
  return `M${x},${y}h${width}v${height}h${-width}z`;
}

/** The place in the plane that a place in the drawing stands for. */
export function pointOnMap(at: Point, drawn: Pick<Rect, 'width' | 'height'>, shown: Rect): Point {
  return {
    x: shown.x + (at.x / drawn.width) * shown.width,
    y: shown.y + (at.y / drawn.height) * shown.height,
  };
}
