// The small drawing of a whole graph: what is drawn of its nodes, and which part of the plane it shows
// A wide tree and a long chain would be a hairline in it. So a graph takes some room in both directions, at the cost of its
// proportions, and no node and no view is smaller than can be seen.
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
/** Pixels that a graph takes at least across and down. */
const shownMin = 22;
/** Pixels across and down of a card, and of what is in view. */
const boxMin = 2;
const viewMin = 5;

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

type Size = Pick<Rect, 'width' | 'height'>;

/** One path for all boxes of a look. Smaller by the round line that is drawn around them, but never too small to be seen. */
export function mapPaths(
  boxes: readonly Box[],
  least: Size = { width: 0, height: 0 },
): Readonly<Record<Box['look'], string>> {
  const paths = { frames: '', cards: '', selected: '' };
  for (const { x, y, width, height, look } of boxes) {
    const across = Math.max(0, width - 2 * cornerRadius, least.width);
    const down = Math.max(0, height - 2 * cornerRadius, least.height);
    paths[look] += `M${x + cornerRadius},${y + cornerRadius}h${across}v${down}h${-across}z`;
  }
  return paths;
}

/** The smallest size of a box in the plane that can be seen on the map. In steps, so that few changes of the bounds change it. */
export function leastBox(bounds: Rect | null, size: Size): Size {
  if (bounds === null) return { width: 0, height: 0 };
  const { x, y } = scalesOf(bounds, bounds, size);
  const step = (units: number) => 2 ** Math.ceil(Math.log2(units * boxMin));
  return { width: step(x), height: step(y) };
}

/** Units of the plane for each pixel: the same across and down, unless the graph would be too thin to be seen. */
function scalesOf(bounds: Rect, all: Rect, size: Size): Point {
  const [across, down] = [all.width / size.width, all.height / size.height];
  const scale = Math.max(across, down) || 1;
  return {
    x: Math.max(across, Math.min(scale, bounds.width / shownMin)) || 1,
    y: Math.max(down, Math.min(scale, bounds.height / shownMin)) || 1,
  };
}

/** The part of the plane that has the graph and what is in view; in the proportions of the drawing, unless the graph is too thin for that. */
export function viewBoxAround(bounds: Rect | null, view: Rect, size: Size): Rect {
  const all = boundsOf(bounds === null ? [view] : [bounds, view]) ?? view;
  const scale = scalesOf(bounds ?? view, all, size);
  const width = size.width * scale.x * (1 + 2 * margin);
  const height = size.height * scale.y * (1 + 2 * margin);
  return {
    x: all.x + (all.width - width) / 2,
    y: all.y + (all.height - height) / 2,
    width,
    height,
  };
}

/** What is in view, large enough to be seen on the map. */
export function viewOnMap(view: Rect, shown: Rect, size: Size): Rect {
  const width = Math.max(view.width, (viewMin * shown.width) / size.width);
  const height = Math.max(view.height, (viewMin * shown.height) / size.height);
  return {
    x: view.x - (width - view.width) / 2,
    y: view.y - (height - view.height) / 2,
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
