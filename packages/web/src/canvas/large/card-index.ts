import type { Node } from '@xyflow/react';
import type { Point } from '../../graph/sketch.ts';
import { cardHeight, cardWidth } from '../../graph/layout/layout-sketch.ts';
import { isCard } from './card-sheet.tsx';

/** Larger than a card: it is in at most four of them. */
const cellSize = 512;

/** Finds the card at a place of the drawing, without looking at all of them. */
export type CardIndex = (at: Point) => string | null;

export const noCards: CardIndex = () => null;

export function cardIndex(nodes: readonly Node[]): CardIndex {
  const cells = new Map<string, Node[]>();
  for (const node of nodes.filter(isCard))
    for (const key of cellsOf(node.position)) {
      const cell = cells.get(key);
      if (cell === undefined) cells.set(key, [node]);
      else cell.push(node);
    }
  return (at) => {
    const cell = cells.get(keyOf(at)) ?? [];
    return cell.findLast(({ position }) => isOn(position, at))?.id ?? null;
  };
}

function cellsOf({ x, y }: Point): ReadonlySet<string> {
  const corners = [0, cardWidth].flatMap((right) =>
    [0, cardHeight].map((down) => keyOf({ x: x + right, y: y + down })),
  );
  return new Set(corners);
}

function keyOf({ x, y }: Point): string {
  return `${Math.floor(x / cellSize)}/${Math.floor(y / cellSize)}`;
}

function isOn({ x, y }: Point, at: Point): boolean {
  return at.x >= x && at.y >= y && at.x <= x + cardWidth && at.y <= y + cardHeight;
}
