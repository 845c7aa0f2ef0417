import { useMemo } from 'react';
import { routeEdges } from '../graph/layout/route-edges.ts';
import type { Point, Sketch } from '../graph/sketch.ts';

const none: ReadonlyMap<string, number> = new Map();

export function useColumns(
  sketch: Sketch,
  positions: ReadonlyMap<string, Point> | null,
): ReadonlyMap<string, number> {
  return useMemo(
    () => (positions === null ? none : routeEdges(sketch, positions)),
    [sketch, positions],
  );
}
