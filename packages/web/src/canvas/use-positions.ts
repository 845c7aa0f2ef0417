import { useEffect, useMemo, useState } from 'react';
import { fillPositions } from '../graph/layout/fill-positions.ts';
import { requestLayout } from '../graph/layout/request-layout.ts';
import type { Point, Sketch } from '../graph/sketch.ts';

/** Positions of the cards: from the definition, else from the layout worker; null until it has answered. */
export function usePositions(
  sketch: Sketch,
  { isLaidOut }: { readonly isLaidOut: boolean },
): ReadonlyMap<string, Point> | null {
  const given = useMemo(() => (isLaidOut ? null : fillPositions(sketch)), [sketch, isLaidOut]);
  const shape = useMemo(
    () =>
      given === null
        ? JSON.stringify([
            sketch.nodes.map(({ id }) => id),
            sketch.edges.map(({ from, to }) => [from, to]),
          ])
        : '',
    [sketch, given],
  );
  const [laidOut, setLaidOut] = useState<ReadonlyMap<string, Point> | null>(null);
  useEffect(() => {
    if (shape === '') return undefined;
    let isWanted = true;
    const [nodes, edges] = JSON.parse(shape) as [string[], [string, string][]];
    const input = { nodes, edges: edges.map(([from, to]) => ({ from, to })) };
    void requestLayout(input).then((positions) => {
      if (isWanted) setLaidOut(positions);
    });
    return () => {
      isWanted = false;
    };
  }, [shape]);
  return given ?? laidOut;
}
