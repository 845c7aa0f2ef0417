// Room for what one node of n8n became
// Cards are wider here than the icons of n8n, and a node may have become several. So everything to the right moves as far as it takes for
// the cards of a row not to lie on each other: rows and columns stay as they were drawn.
import type { N8nNode } from '../read/n8n-workflow.ts';
import type { Piece } from '../context/piece.ts';

/** From card to card. */
export const STEP = 248;
/** Cards whose places differ by less are in one row. */
const ROW = 72;

/** Where a place of the file is drawn, from left to right. */
export type Spread = (x: number) => number;

export function spreadOut(pieces: ReadonlyMap<N8nNode, Piece>): Spread {
  const columns = columnsOf(pieces);
  const ends = new Map<number, number>();
  const shifts: (readonly [x: number, shift: number])[] = [];
  let shift = 0;
  for (const [x, cards] of columns) {
    for (const { row } of cards) shift = Math.max(shift, endOf(ends, row) - x);
    shifts.push([x, shift]);
    for (const { row, count } of cards)
      ends.set(row, Math.max(ends.get(row) ?? -Infinity, x + shift + count * STEP));
  }
  const known = new Map(shifts);
  return (x) => x + (known.get(x) ?? shifts.findLast(([from]) => from <= x)?.[1] ?? 0);
}

interface Cards {
  readonly row: number;
  readonly count: number;
}

/** From left to right. */
function columnsOf(pieces: ReadonlyMap<N8nNode, Piece>): readonly (readonly [number, Cards[]])[] {
  const columns = new Map<number, Cards[]>();
  for (const [{ position }, { nodes }] of pieces) {
    if (position === null) continue;
    const [x, y] = position;
    const cards = { row: Math.round(y / ROW), count: nodes.length };
    const column = columns.get(x);
    if (column === undefined) columns.set(x, [cards]);
    else column.push(cards);
  }
  return [...columns].toSorted(([left], [right]) => left - right);
}

/** How far the cards of a row reach, and of those that touch it. */
function endOf(ends: ReadonlyMap<number, number>, row: number): number {
  return Math.max(...[row - 1, row, row + 1].map((each) => ends.get(each) ?? -Infinity));
}
