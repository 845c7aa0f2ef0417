import type { useReactFlow } from '@xyflow/react';
import { cardHeight, cardWidth } from '../../../graph/layout/layout-sketch.ts';
import type { Point } from '../../../graph/sketch.ts';

let last: Point | null = null;
if (typeof window !== 'undefined')
  window.addEventListener('pointermove', ({ clientX, clientY, target, pointerType }) => {
    const isOver = target instanceof Element && target.closest('.react-flow__pane') !== null;
    last = isOver && pointerType === 'mouse' ? { x: clientX, y: clientY } : null;
  });

/** The position of a card around the mouse; null while it is not over the free canvas. */
export function cursorOnCanvas(flow: ReturnType<typeof useReactFlow>): Point | null {
  if (last === null) return null;
  const { x, y } = flow.screenToFlowPosition(last);
  return { x: Math.round(x - cardWidth / 2), y: Math.round(y - cardHeight / 2) };
}
