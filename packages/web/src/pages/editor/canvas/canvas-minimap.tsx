import { MiniMap } from '@xyflow/react';
import type { ReactNode } from 'react';
import type { CanvasNode } from './use-cards.ts';

/** The whole graph in a corner of the canvas. */
export function CanvasMinimap(): ReactNode {
  return (
    <MiniMap<CanvasNode>
      pannable
      zoomable
      className="hidden! lg:block!"
      style={size}
      nodeBorderRadius={12}
      nodeColor={colourOf}
    />
  );
}

const size = { width: 132, height: 92 };

function colourOf({ type, selected }: CanvasNode): string {
  if (type === 'frame') return 'var(--line)';
  return selected === true ? 'var(--accent)' : 'var(--control)';
}
