import { useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';

/** When a drawer takes a part of the canvas, what was wholly seen is wholly seen again; else its middle stays the middle. */
export function useStayInView(): void {
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const before = useRef(0);
  useEffect(() => {
    const old = before.current;
    before.current = width;
    if (old === 0 || width === 0 || old === width) return;
    const { x, y, zoom } = flow.getViewport();
    const bounds = flow.getNodesBounds(flow.getNodes());
    const isWhole = (inside: number) =>
      bounds.x * zoom + x >= 0 &&
      (bounds.x + bounds.width) * zoom + x <= inside &&
      bounds.y * zoom + y >= 0 &&
      (bounds.y + bounds.height) * zoom + y <= height;
    if (isWhole(old)) void flow.fitView({ padding: 0.1, maxZoom: zoom });
    else void flow.setViewport({ x: x + (width - old) / 2, y, zoom });
  }, [flow, width, height]);
}
