// Columns for edges
// Which edges cannot go straight, and for each the nearest column that is free of cards. Edges that go back up always get
// one, on the side of their port, so that they do not cross edges of other ports; edges that go back over the same rows get
// adjacent columns.
import type { Point, Sketch } from '../sketch.ts';
import {
  cardColumns,
  isFreeAt,
  nearestFree,
  room,
  type Side,
  type Stretch,
} from './card-columns.ts';
import { cardHeight, cardWidth } from './layout-sketch.ts';
import { loopBodies } from './loop-bodies.ts';
import { portShift } from './port-shift.ts';

/** Between two edges that go back. */
const between = 10;

/** By edge key; edges that can go straight have none. */
export function routeEdges(
  { nodes, edges }: Sketch,
  positions: ReadonlyMap<string, Point>,
): ReadonlyMap<string, number> {
  const cards = cardColumns(nodes.flatMap(({ id }) => positions.get(id) ?? []));
  const ports = new Map(nodes.map(({ id, ports: own }) => [id, own.map((port) => port.id)]));
  const columns = new Map<string, number>();
  const taken: Taken[] = [];
  const bodyOf = loopBodies(edges);
  for (const { key, from, out, to, kind } of edges) {
    const source = positions.get(from);
    const target = positions.get(to);
    if (kind === 'subagent' || source === undefined || target === undefined) continue;
    const isBack = target.y < source.y + cardHeight;
    const start = portX(source, ports.get(from) ?? [], out);
    if (!isBack) {
      const stretch = { top: source.y + cardHeight + room, bottom: target.y - room };
      if (!isFreeAt(cards, target.x + cardWidth / 2, stretch))
        columns.set(key, nearestFree(cards, start, { stretch }));
      continue;
    }
    const stretch = { top: target.y - room, bottom: source.y + cardHeight + room };
    const side = start < source.x + cardWidth / 2 ? -1 : 1;
    const around = [source, target, ...bodyOf(from, to).flatMap((id) => positions.get(id) ?? [])];
    const wanted = outside(around, side);
    const own = { ...stretch, column: nearestFree(cards, wanted, { stretch, side }) };
    const column = besideOthers(own, taken, side);
    taken.push({ ...own, column });
    columns.set(key, column);
  }
  return columns;
}

/** A loop goes round everything that is repeated, not through it. */
function outside(cards: readonly Point[], side: Side): number {
  const lefts = cards.map(({ x }) => x);
  return side === 1
    ? lefts.reduce((most, x) => Math.max(most, x)) + cardWidth + room
    : lefts.reduce((least, x) => Math.min(least, x)) - room;
}

interface Taken extends Stretch {
  readonly column: number;
}

function portX(card: Point, ports: readonly string[], port: string): number {
  const index = Math.max(0, ports.indexOf(port));
  return card.x + portShift(index, Math.max(1, ports.length));
}

function besideOthers(own: Taken, taken: readonly Taken[], side: Side): number {
  let { column } = own;
  const others = taken.filter(({ top, bottom }) => top < own.bottom && bottom > own.top);
  for (const other of others.toSorted((one, two) => (one.column - two.column) * side))
    if (Math.abs(other.column - column) < between) column = other.column + between * side;
  return column;
}
