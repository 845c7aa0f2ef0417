import { BaseEdge, getSmoothStepPath, type Edge, type EdgeProps } from '@xyflow/react';
import { memo, type ReactNode } from 'react';
import { columnPath } from '../graph/layout/column-path.ts';

export type CanvasEdge = Edge<{
  /** Index of the source port; undefined if the node has only one. */
  readonly lane: number | undefined;
  /** The x of its vertical part, if it cannot go straight. */
  readonly column: number | undefined;
}>;

const laneFirst = 8;
const laneWidth = 6;
const lanesMax = 4;
/** Room for the arrow above its target. */
const arrowRoom = 9;

/** An edge between two cards; one that leads back, or past other cards, goes around them. */
export const FlowEdge = memo(function FlowEdge(props: EdgeProps<CanvasEdge>): ReactNode {
  const { markerEnd } = props;
  return (
    <BaseEdge
      id={props.id}
      path={pathOf(props)}
      {...(markerEnd === undefined ? {} : { markerEnd })}
    />
  );
});

function pathOf(props: EdgeProps<CanvasEdge>): string {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, data } = props;
  const { lane, column } = data ?? {};
  const turn = laneFirst + Math.min(lane ?? 1, lanesMax - 1) * laneWidth;
  const isInLane = lane !== undefined && sourceY + turn + arrowRoom <= targetY;
  const from = { x: sourceX, y: sourceY };
  const to = { x: targetX, y: targetY };
  if (column !== undefined) return columnPath({ from, to, column, turn });
  const [path] = getSmoothStepPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
    borderRadius: 10,
    offset: laneFirst,
    ...(isInLane ? { centerY: sourceY + turn } : {}),
  });
  return path;
}
