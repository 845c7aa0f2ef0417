import { BaseEdge, getSmoothStepPath, type EdgeProps } from '@xyflow/react';
import { memo, type ReactNode } from 'react';
import { loopPath } from '../graph/layout/loop-path.ts';

/** A line between two cards; one that leads back goes around them. */
export const FlowEdge = memo(function FlowEdge(props: EdgeProps): ReactNode {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, markerEnd } = props;
  const isBack = targetY < sourceY;
  const [straight] = getSmoothStepPath({
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
    borderRadius: 10,
    offset: 10,
  });
  const path = isBack ? loopPath({ x: sourceX, y: sourceY }, { x: targetX, y: targetY }) : straight;
  return <BaseEdge id={props.id} path={path} {...(markerEnd === undefined ? {} : { markerEnd })} />;
});
