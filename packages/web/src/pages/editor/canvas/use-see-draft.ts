import { getViewportForBounds, useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { cardHeight, cardWidth } from '../../../graph/layout/layout-sketch.ts';
import { boundsOf } from '../../../graph/layout/minimap.ts';
import { isInView, type Box } from '../../../graph/layout/shift-into-view.ts';
import type { Point, Sketch } from '../../../graph/sketch.ts';
import { useEditor } from '../state/editor-store.ts';

/** A draft of the assistant is brought into view when it comes: who decides about it has to see all of it. */
export function useSeeDraft({ nodes }: Sketch, positions: ReadonlyMap<string, Point> | null): void {
  const flow = useReactFlow();
  const store = useStoreApi();
  const draft = useEditor(({ proposal }) => proposal?.to ?? null);
  // One that is there when the page opens is fitted with it.
  const seen = useRef(draft);
  useEffect(() => {
    if (draft === null || draft === seen.current) return;
    const box = boxOf(nodes, positions);
    if (box === null) return;
    seen.current = draft;
    const { width, height, minZoom } = store.getState();
    if (isInView(flow.getViewport(), { width, height }, box)) return;
    void flow.setViewport(getViewportForBounds(box, width, height, minZoom, 1, 0.1));
  }, [flow, store, draft, nodes, positions]);
}

/** Of all cards, from where they are going to be: the canvas has them only some frames later. Null as long as one has no place. */
function boxOf(nodes: Sketch['nodes'], positions: ReadonlyMap<string, Point> | null): Box | null {
  const places = nodes.flatMap(({ id }) => positions?.get(id) ?? []);
  if (places.length < nodes.length) return null;
  return boundsOf(places.map(({ x, y }) => ({ x, y, width: cardWidth, height: cardHeight })));
}
