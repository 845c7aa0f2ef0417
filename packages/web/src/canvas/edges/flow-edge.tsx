import { BaseEdge, type EdgeProps } from '@xyflow/react';
import { memo, type ReactNode } from 'react';
import type { CanvasEdge } from './canvas-edge.ts';
import { edgePath } from './edge-path.ts';

export const FlowEdge = memo(function FlowEdge(props: EdgeProps<CanvasEdge>): ReactNode {
  const { markerEnd } = props;
  return (
    <BaseEdge
      id={props.id}
      path={edgePath(props)}
      {...(markerEnd === undefined ? {} : { markerEnd })}
    />
  );
});
