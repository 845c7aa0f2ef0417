// Columns for edges
// Which edges cannot go straight, and for each the nearest column that is free of cards. Edges that go back up always get
// one, on the side of their port, so that they do not cross edges of other ports; edges that go back over the same rows get
// adjacent columns.
import type { Point, Sketch } from '../sketch.ts';
import { cardHeight, cardWidth } from './layout-sketch.ts';
import { portShift } from './port-shift.ts';

/** Between an edge and a card, and between two edges that go back. */
const room = 14;
const between = 10;

/** By edge key; edges that can go straight have none. */
export function routeEdges(
  { nodes, edges }: Sketch,
  positions: ReadonlyMap<string, Point>,
): ReadonlyMap<string, number> {
  const cards = nodes.flatMap(({ id }) => positions.get(id) ?? []);
  const ports = new Map(nodes.map(({ id, ports: own }) => [id, own.map((port) => port.id)]));
  const columns = new Map<string, number>();
  const taken: Stretch[] = [];
  for (const { key, from, out, to, kind } of edges) {
    const source = positions.get(from);
    const target = positions.get(to);
    if (kind === 'subagent' || source === undefined || target === undefined) continue;
    const isBack = target.y < source.y + cardHeight;
    const top = isBack ? target.y - room : source.y + cardHeight + room;
    const bottom = isBack ? source.y + cardHeight + room : target.y - room;
    const inWay = cards.filter(({ y }) => y < bottom && y + cardHeight > top);
    const start = portX(source, ports.get(from) ?? [], out);
    if (!isBack) {
      if (!isFree(target.x + cardWidth / 2, inWay)) columns.set(key, nearestFree(start, inWay));
      continue;
    }
    const side = start < source.x + cardWidth / 2 ? -1 : 1;
    const wanted =
      side === 1
        ? Math.max(source.x, target.x) + cardWidth + room
        : Math.min(source.x, target.x) - room;
    const own = { column: nearestFree(wanted, inWay, side), top, bottom };
    const column = besideOthers(own, taken, side);
    taken.push({ ...own, column });
    columns.set(key, column);
  }
  return columns;
}

interface Stretch {
  readonly column: number;
  readonly top: number;
  readonly bottom: number;
}

function portX(card: Point, ports: readonly string[], port: string): number {
  const index = Math.max(0, ports.indexOf(port));
  return card.x + portShift(index, Math.max(1, ports.length));
}

function isFree(x: number, cards: readonly Point[]): boolean {
  return cards.every((card) => x <= card.x - room || x >= card.x + cardWidth + room);
}

/** -1: to the left; 1: to the right. */
type Side = -1 | 1;

/** On the given side, else on the nearer one. */
function nearestFree(x: number, cards: readonly Point[], side?: Side): number {
  const edges = cards.flatMap((card) => [card.x - room, card.x + cardWidth + room]);
  const isThere = (each: number) => side === undefined || (each - x) * side >= 0;
  const free = [x, ...edges].filter((each) => isThere(each) && isFree(each, cards));
  return free.reduce(
    (best, each) => (Math.abs(each - x) < Math.abs(best - x) ? each : best),
    free[0] ?? x,
  );
}

function besideOthers(own: Stretch, taken: readonly Stretch[], side: Side): number {
  let { column } = own;
  const others = taken.filter(({ top, bottom }) => top < own.bottom && bottom > own.top);
  for (const other of others.toSorted((one, two) => (one.column - two.column) * side))
    if (Math.abs(other.column - column) < between) column = other.column + between * side;
  return column;
}
