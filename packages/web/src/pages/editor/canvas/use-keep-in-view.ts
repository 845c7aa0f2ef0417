import { useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import {
  isInView,
  shiftFromUnder,
  shiftIntoView,
  type Box,
  type View,
} from '../../../graph/layout/shift-into-view.ts';
import type { Sketch } from '../../../graph/sketch.ts';
import { useEditor } from '../state/editor-store.ts';

/** Below this zoom, fitting the graph next to a drawer would show nothing readable. */
const zoomMin = 0.6;

/**
 * A drawer covers part of the canvas. If the whole graph was visible, it is fitted again; otherwise the open node is kept in
 * view, with its neighbours if there is room. In both cases it does not lie under the tools of the canvas.
 */
export function useKeepInView(sketch: Sketch): void {
  const flow = useReactFlow();
  const open = useEditor((state) => state.open);
  // A node that has just been added is open before it is drawn, and has no bounds until then.
  const isDrawn = useStore(({ nodeLookup }) => open !== null && nodeLookup.has(open));
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const canvasElement = useStore((state) => state.domNode);
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
      void flow
        .fitView({ padding: 0.05, maxZoom: view.zoom, includeHiddenNodes: true })
        .then(() => {
          if (open === null || !isDrawn) return;
          const fittedView = flow.getViewport();
          const free = fromUnder(fittedView, open);
          if (free !== fittedView) void flow.setViewport(free);
        });
      return;
    }
    if (open === null || !isDrawn) return;
    const wanted = [[open, ...neighboursOf(sketch, open)], [open]];
    const shifted = wanted
      .map((ids) => shiftIntoView(view, canvas, flow.getNodesBounds([...ids])))
      .find((each) => each !== null);
    const free = fromUnder(shifted ?? view, open);
    if (free !== view) void flow.setViewport(free, { duration: 150 });

    function fromUnder(seen: View, node: string): View {
      return shiftFromUnder(seen, flow.getNodesBounds([node]), toolsOver(canvasElement));
    }
  }, [flow, open, isDrawn, width, height]);
}

/** Toolbars, buttons and the map, where they are on the canvas. */
function toolsOver(canvas: HTMLElement | null): readonly Box[] {
  if (canvas === null) return [];
  const origin = canvas.getBoundingClientRect();
  return [...document.querySelectorAll('.react-flow__panel, [data-over-canvas]')]
    .map((tool) => tool.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ x, y, width, height }) => ({ x: x - origin.x, y: y - origin.y, width, height }));
}

function neighboursOf({ edges }: Sketch, node: string): readonly string[] {
  return edges.flatMap(({ from, to }) => (from === node ? [to] : to === node ? [from] : []));
}
