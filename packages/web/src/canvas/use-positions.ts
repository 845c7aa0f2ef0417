import { useEffect, useMemo, useState } from 'react';
import { fillPositions } from '../graph/layout/fill-positions.ts';
import { layoutInput, type LayoutInput } from '../graph/layout/layout-sketch.ts';
import { requestLayout } from '../graph/layout/request-layout.ts';
import type { Point, Sketch } from '../graph/sketch.ts';

/** Positions of the cards: from the definition, else from the layout worker; null until it has answered. */
export function usePositions(
  sketch: Sketch,
  { isLaidOut }: { readonly isLaidOut: boolean },
): ReadonlyMap<string, Point> | null {
  const given = useMemo(() => (isLaidOut ? null : fillPositions(sketch)), [sketch, isLaidOut]);
  const shape = useMemo(
    () => (given === null ? JSON.stringify(layoutInput(sketch)) : ''),
    [sketch, given],
  );
  const [laidOut, setLaidOut] = useState<ReadonlyMap<string, Point> | null>(null);
  useEffect(() => {
    if (shape === '') return undefined;
    let isWanted = true;
    void requestLayout(JSON.parse(shape) as LayoutInput).then((positions) => {
      if (isWanted) setLaidOut(positions);
    });
    return () => {
      isWanted = false;
    };
  }, [shape]);
  return given ?? laidOut;
}
