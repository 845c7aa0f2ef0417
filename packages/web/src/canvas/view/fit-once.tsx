import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';
import { firstView } from '../../graph/layout/first-view.ts';
import type { Point } from '../../graph/sketch.ts';

interface FitOnceProps {
  readonly isReady: boolean;
  readonly padding: number;
  /** What is shown first where there is no room for all. */
  readonly findPlace: () => Point | null;
  /** Also later: nothing is edited, so nothing that somebody works on moves away. */
  readonly isKept: boolean;
}

/** What comes above or beside the canvas while a page loads, such as where a run was forked from, comes this soon. */
const settledMs = 5000;

/** Fits the graph into view once positions are known, and again when its place changes while nobody has moved it: in an editor before anything was touched. */
export function FitOnce({ isReady, padding, findPlace, isKept }: FitOnceProps): null {
  const flow = useReactFlow();
  const store = useStoreApi();
  useEffect(() => {
    if (!isReady) return undefined;
    let fitted: unknown = null;
    const fit = async () => {
      const bounds = flow.getNodesBounds(flow.getNodes());
      const view = firstView(store.getState(), bounds, findPlace());
      if (view === null) await flow.fitView({ padding, maxZoom: 1, includeHiddenNodes: true });
      else await flow.setViewport(view);
      fitted = store.getState().transform;
    };
    const frame = requestAnimationFrame(() => void fit());
    const unsubscribe = store.subscribe((state, { width, height }) => {
      const hasRoomChanged = state.width !== width || state.height !== height;
      if (hasRoomChanged && state.transform === fitted) void fit();
    });
    if (isKept)
      return () => {
        cancelAnimationFrame(frame);
        unsubscribe();
      };
    const timer = setTimeout(unsubscribe, settledMs);
    const touches = new AbortController();
    for (const touch of ['pointerdown', 'keydown', 'wheel'])
      window.addEventListener(touch, unsubscribe, { capture: true, signal: touches.signal });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      touches.abort();
      unsubscribe();
    };
    // Only once: what comes later does not move the canvas.
  }, [flow, store, isReady, padding, isKept]);
  return null;
}
