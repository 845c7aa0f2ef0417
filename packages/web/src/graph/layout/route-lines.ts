// Columns for lines
// Which lines cannot go straight, and the nearest column in which each meets no card. Lines that go back up always get one;
// those that go back in the same stretch get columns beside each other.
import type { Point, Sketch } from '../sketch.ts';
import { cardHeight, cardWidth } from './layout-sketch.ts';

/** Between a line and a card, and between two lines that go back. */
const room = 14;
const between = 10;

/** By the keys of lines; one that can go straight has none. */
export function routeLines(
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
    const wanted = isBack
      ? Math.max(source.x, target.x) + cardWidth + room
      : target.x + cardWidth / 2;
    if (!isBack && isFree(wanted, inWay)) continue;
    const column = nearestFree(isBack ? wanted : start, inWay, isBack);
    const own = { column, top, bottom };
    const final = isBack ? besideOthers(own, taken) : own;
    if (isBack) taken.push(final);
    columns.set(key, final.column);
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
  return card.x + ((index + 1) * cardWidth) / (Math.max(1, ports.length) + 1);
}

function isFree(x: number, cards: readonly Point[]): boolean {
  return cards.every((card) => x <= card.x - room || x >= card.x + cardWidth + room);
}

/** Right of it when it must be, else on the nearer side. */
function nearestFree(x: number, cards: readonly Point[], isRight: boolean): number {
  const edges = cards.flatMap((card) => [card.x - room, card.x + cardWidth + room]);
  const free = [x, ...edges].filter((each) => (!isRight || each >= x) && isFree(each, cards));
  return free.reduce(
    (best, each) => (Math.abs(each - x) < Math.abs(best - x) ? each : best),
    free[0] ?? x,
  );
}

function besideOthers(own: Stretch, taken: readonly Stretch[]): Stretch {
  let { column } = own;
  const others = taken.filter(({ top, bottom }) => top < own.bottom && bottom > own.top);
  for (const other of others.toSorted((one, two) => one.column - two.column))
    if (Math.abs(other.column - column) < between) column = other.column + between;
  return { ...own, column };
}
