import type { ReactFlowInstance } from '@xyflow/react';
import type { Point } from '../../../graph/sketch.ts';

/** Where the cards are now. */
export function shownPositions(
  flow: Pick<ReactFlowInstance, 'getNodes'>,
): ReadonlyMap<string, Point> {
  const cards = flow.getNodes().filter(({ type }) => type === 'card');
  return new Map(cards.map(({ id, position }) => [id, position]));
}
