import type { useReactFlow } from '@xyflow/react';
import { cardHeight, cardWidth } from '../../../graph/layout/layout-sketch.ts';
import type { Point } from '../../../graph/sketch.ts';

/** The position of a card in the middle of the visible canvas. */
export function middleOfCanvas(flow: ReturnType<typeof useReactFlow>): Point {
  const canvas = document.querySelector('.react-flow')?.getBoundingClientRect();
  const middle = {
    x: (canvas?.left ?? 0) + (canvas?.width ?? 0) / 2,
    y: (canvas?.top ?? 0) + (canvas?.height ?? 0) / 2,
  };
  const { x, y } = flow.screenToFlowPosition(middle);
  return { x: Math.round(x - cardWidth / 2), y: Math.round(y - cardHeight / 2) };
}
