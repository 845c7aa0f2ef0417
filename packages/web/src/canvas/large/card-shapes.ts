// The cards of a large graph as a few shapes
// Gathered by their look and place, like the lines of many edges: an element with a listener for each of 5,000 cards made every move late.
import type { Status } from '../../design/status/status.ts';
import type { Point } from '../../graph/sketch.ts';
import { cardHeight, cardWidth } from '../../graph/layout/layout-sketch.ts';
import { markOf, type CardMark } from '../card-marks.ts';
import { families } from '../families.ts';
import type { CardNode } from '../node-card.tsx';

/** Cards of the same square are one group. Small, as those of the lines are. */
const squareSize = 2_048;
const corner = 8;
const tile = { size: 32, left: 13, corner: 6 };

export interface ShapeGroup {
  readonly key: string;
  readonly kind: 'box' | 'tile';
  readonly fill: string;
  readonly stroke: string;
  readonly path: string;
}

const lines: Readonly<Record<Status, string>> = {
  completed: 'var(--ok)',
  running: 'var(--run)',
  retrying: 'var(--wait)',
  waiting: 'var(--wait)',
  pending: 'var(--wait)',
  failed: 'var(--bad)',
  partly: 'var(--wait)',
  skipped: 'var(--control)',
  uncalled: 'var(--line)',
  cancelled: 'var(--control)',
  idle: 'var(--line)',
};

export function cardShapes(
  nodes: readonly CardNode[],
  marks: ReadonlyMap<string, CardMark>,
): readonly ShapeGroup[] {
  const boxes = new Map<string, ShapeGroup>();
  const tiles = new Map<string, ShapeGroup>();
  for (const { id, position, selected, data } of nodes) {
    const mark = markOf(marks, id, data.node.members);
    const isSkipped = mark.status === 'skipped';
    add(boxes, position, {
      kind: 'box',
      fill: isSkipped ? 'none' : 'var(--surface)',
      stroke: strokeOf(mark, selected === true),
      path: boxPath(position),
    });
    add(tiles, position, {
      kind: 'tile',
      fill: `var(${isSkipped ? '--idle' : families[data.node.family].colour}-soft)`,
      stroke: 'none',
      path: tilePath(position),
    });
  }
  return [...boxes.values(), ...tiles.values()];
}

function strokeOf({ status, problem, change, isPointedAt }: CardMark, isSelected: boolean): string {
  if (isSelected || isPointedAt === true || change === 'changed') return 'var(--accent)';
  if (problem !== undefined) return problem === 'error' ? 'var(--bad)' : 'var(--wait)';
  if (change === 'added') return 'var(--ok)';
  return status === undefined ? 'var(--line)' : lines[status];
}

function add(
  groups: Map<string, ShapeGroup>,
  { x, y }: Point,
  { kind, fill, stroke, path }: Omit<ShapeGroup, 'key'>,
): void {
  const square = `${Math.floor(x / squareSize)}/${Math.floor(y / squareSize)}`;
  const key = `${kind} ${square} ${fill} ${stroke}`;
  const before = groups.get(key)?.path ?? '';
  groups.set(key, { key, kind, fill, stroke, path: before + path });
}

/** Within its border, which is drawn half inside. */
function boxPath({ x, y }: Point): string {
  return roundPath({ x: x + 0.5, y: y + 0.5 }, cardWidth - 1, cardHeight - 1, corner);
}

function tilePath({ x, y }: Point): string {
  const at = { x: x + tile.left, y: y + (cardHeight - tile.size) / 2 };
  return roundPath(at, tile.size, tile.size, tile.corner);
}

function roundPath({ x, y }: Point, width: number, height: number, radius: number): string {
  const [across, down] = [width - 2 * radius, height - 2 * radius];
  const turn = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`;
  return `M${x + radius} ${y}h${across}${turn(radius, radius)}v${down}${turn(-radius, radius)}h${-across}${turn(-radius, -radius)}v${-down}${turn(radius, -radius)}z`;
}
