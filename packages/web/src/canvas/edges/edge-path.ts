import { getSmoothStepPath, type EdgeProps } from '@xyflow/react';
import { columnPath } from '../../graph/layout/column-path.ts';
import type { CanvasEdge } from './canvas-edge.ts';

const laneFirst = 8;
const laneWidth = 6;
const lanesMax = 4;
/** Room for the arrow above its target. */
const arrowRoom = 9;
/** Ends that are less apart are meant to be one below the other: a bend of a few pixels looks like a mistake. */
const straightMax = 5;

export interface EdgeEnds extends Pick<
  EdgeProps<CanvasEdge>,
  'sourceX' | 'sourceY' | 'targetX' | 'targetY' | 'sourcePosition' | 'targetPosition'
> {
  readonly data?: CanvasEdge['data'] | undefined;
}

/** The way of an edge between two cards; one that leads back, or past other cards, goes around them. */
export function edgePath(ends: EdgeEnds): string {
  const { sourceX, sourceY, targetX, targetY, data } = ends;
  const { lane, column } = data ?? {};
  const turn = laneFirst + Math.min(lane ?? 1, lanesMax - 1) * laneWidth;
  const isInLane = lane !== undefined && sourceY + turn + arrowRoom <= targetY;
  const from = { x: sourceX, y: sourceY };
  const to = { x: targetX, y: targetY };
  if (column !== undefined) return columnPath({ from, to, column, turn });
  if (sourceY < targetY && Math.abs(sourceX - targetX) < straightMax) {
    const x = (sourceX + targetX) / 2;
    return `M${x},${sourceY}L${x},${targetY}`;
  }
  return smoothPath(ends, {
    borderRadius: 10,
    offset: laneFirst,
    ...(isInLane ? { centerY: sourceY + turn } : {}),
  });
}

/** Subagent edges leave at the side, where nothing is in the way. */
export function sidePath(ends: EdgeEnds): string {
  return smoothPath(ends, {});
}

function smoothPath(
  { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition }: EdgeEnds,
  bends: { readonly borderRadius?: number; readonly offset?: number; readonly centerY?: number },
): string {
  const ends = { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition };
  const [path] = getSmoothStepPath({ ...ends, ...bends });
  return path;
}
