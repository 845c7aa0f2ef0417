import { useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { isInView, shiftIntoView } from '../../../graph/layout/shift-into-view.ts';
import type { Sketch } from '../../../graph/sketch.ts';
import { useEditor } from '../state/editor-store.ts';

/** Below this zoom, fitting the graph next to a drawer would show nothing readable. */
const zoomMin = 0.6;

/**
 * A drawer covers part of the canvas. If the whole graph was visible, it is fitted again; otherwise the open node is kept in
 * view, with its neighbours if there is room.
 */
export function useKeepInView(sketch: Sketch): void {
  const flow = useReactFlow();
  const open = useEditor((state) => state.open);
  // A node that has just been added is open before it is drawn, and has no bounds until then.
  const isDrawn = useStore(({ nodeLookup }) => open !== null && nodeLookup.has(open));
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const before = useRef({ width: 0, height: 0 });
  useEffect(() => {
    const old = before.current;
    const canvas = { width, height };
    before.current = canvas;
    if (old.width === 0 || width === 0) return;
    const view = flow.getViewport();
    const all = flow.getNodesBounds(flow.getNodes());
    const isSmaller = width < old.width || height < old.height;
    const fitted = Math.min((width * 0.9) / all.width, (height * 0.9) / all.height);
    if (isSmaller && isInView(view, old, all) && fitted >= zoomMin) {
      void flow.fitView({ padding: 0.05, maxZoom: view.zoom });
      return;
    }
    if (open === null || !isDrawn) return;
    const wanted = [[open, ...neighboursOf(sketch, open)], [open]];
    const shifted = wanted
      .map((ids) => shiftIntoView(view, canvas, flow.getNodesBounds([...ids])))
      .find((each) => each !== null);
    if (shifted !== undefined) void flow.setViewport(shifted, { duration: 150 });
  }, [flow, open, isDrawn, width, height]);
}

function neighboursOf({ edges }: Sketch, node: string): readonly string[] {
  return edges.flatMap(({ from, to }) => (from === node ? [to] : to === node ? [from] : []));
}
