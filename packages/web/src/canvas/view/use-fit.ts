import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useCallback } from 'react';
import { firstPlace, firstView, fitsAtAll } from '../../graph/layout/first-view.ts';

/** Shows the whole graph; of one that fits at no zoom its beginning, because all of it would be a hairline. */
export function useFit(): () => void {
  const flow = useReactFlow();
  const store = useStoreApi();
  return useCallback(() => {
    const nodes = flow.getNodes();
    const all = flow.getNodesBounds(nodes);
    const canvas = store.getState();
    const view = fitsAtAll(canvas, all)
      ? null
      : firstView(canvas, all, firstPlace(nodes, [], null));
    if (view === null) void flow.fitView({ padding: 0.1, maxZoom: 1, includeHiddenNodes: true });
    else void flow.setViewport(view);
  }, [flow, store]);
}
