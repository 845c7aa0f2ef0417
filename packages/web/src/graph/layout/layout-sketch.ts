// Layout
// Cards in rows from top to bottom. Used where a definition has no positions, and for "Tidy up".
// Subagents come a row below their agent, at its side.
import { placeNodes, type EdgeToPlace } from '@skein/dialects';
import type { Point, Sketch } from '../sketch.ts';

export const cardWidth = 224;
export const cardHeight = 60;
const columnGap = 32;
const rowGap = 38;

export interface LayoutInput {
  readonly nodes: readonly string[];
  readonly edges: readonly EdgeToPlace[];
}

/** What the layout needs to know of a drawing. */
export function layoutInput({ nodes, edges }: Sketch): LayoutInput {
  const ports = new Map(nodes.map(({ id, ports: own }) => [id, own.map((port) => port.id)]));
  return {
    nodes: nodes.map(({ id }) => id),
    edges: edges.map(({ from, out, to, kind }) => {
      const own = ports.get(from) ?? [];
      // Subagents stand at the side of their agent.
      const index = kind === 'subagent' ? own.length : own.indexOf(out);
      return { from, to, port: { index: Math.max(0, index), count: own.length + 1 } };
    }),
  };
}

/** The top left corner of every card. */
export function layoutSketch({ nodes, edges }: LayoutInput): ReadonlyMap<string, Point> {
  const centres = placeNodes({
    nodes,
    edges,
    size: { width: cardWidth, height: cardHeight },
    // Labels are on the cards here, so there is an empty layer between two rows: half of the gap above it, half below.
    gaps: { column: columnGap, rowMin: rowGap / 2, rowMax: rowGap / 2 },
  });
  const columns = alignColumns([...centres.values()].map(({ x }) => x));
  return new Map(
    [...centres].map(([id, { x, y }]) => [
      id,
      {
        x: Math.round((columns.get(x) ?? x) - cardWidth / 2),
        y: Math.round(y - cardHeight / 2),
      },
    ]),
  );
}

/** Columns less than this apart become one. */
const kink = 3;

/** The layout approximates: two cards in a line may be a fraction of a pixel apart, which would bend the edge between them. */
function alignColumns(centres: readonly number[]): ReadonlyMap<number, number> {
  const aligned = new Map<number, number>();
  let column = -Infinity;
  for (const x of centres.toSorted((one, other) => one - other)) {
    if (x - column >= kink) column = x;
    aligned.set(x, column);
  }
  return aligned;
}
