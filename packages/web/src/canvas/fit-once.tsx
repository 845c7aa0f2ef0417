import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';
import { firstView } from '../graph/layout/first-view.ts';

interface FitOnceProps {
  readonly isReady: boolean;
  readonly padding: number;
  /** The card that a small screen starts with. */
  readonly focus: string | null;
}

/** Fits the graph into view once positions are known. */
export function FitOnce({ isReady, padding, focus }: FitOnceProps): null {
  const flow = useReactFlow();
  const store = useStoreApi();
  useEffect(() => {
    if (!isReady) return;
    requestAnimationFrame(() => {
      const card = focus === null ? undefined : flow.getNode(focus);
      const bounds = flow.getNodesBounds(flow.getNodes());
      const view = firstView(store.getState(), bounds, card?.position ?? null);
      if (view === null) void flow.fitView({ padding, maxZoom: 1, includeHiddenNodes: true });
      else void flow.setViewport(view);
    });
    // Only once: what comes later does not move the canvas.
  }, [flow, store, isReady, padding]);
  return null;
}
