import { useCallback } from 'react';
import { useFit } from '../../../canvas/view/use-fit.ts';
import { moveNodes } from '../../../graph/edit/move-nodes.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { changeFrame } from '../../../graph/frames/edit-frames.ts';
import { unfoldedPlace, type Folded } from '../../../graph/frames/fold-groups.ts';
import { followGroups } from '../../../graph/frames/follow-groups.ts';
import { flowIdOf } from '../../../graph/frames/frame-ids.ts';
import type { Frame } from '../../../graph/frames/frame.ts';
import { layoutInput } from '../../../graph/layout/layout-sketch.ts';
import { requestLayout } from '../../../graph/layout/request-layout.ts';
import type { Point } from '../../../graph/sketch.ts';
import { change, useEditorStore } from '../state/editor-store.ts';

interface Tidied {
  readonly folded: Folded;
  readonly frames: readonly Frame[];
  /** Of all nodes, drawn or not. */
  readonly positions: ReadonlyMap<string, Point> | null;
}

/** Lays out the whole graph, as one step. A collapsed group is one card, and moves with what it holds. */
export function useTidy(
  form: DocumentForm,
  { folded: { sketch }, frames, positions }: Tidied,
): () => void {
  const store = useEditorStore();
  const fit = useFit();
  return useCallback(() => {
    void requestLayout(layoutInput(sketch)).then((places) => {
      const nodes = new Map(places);
      const groups = new Map<string, Point>();
      for (const frame of frames) {
        const card = places.get(flowIdOf(frame.id));
        if (card !== undefined) groups.set(frame.id, unfoldedPlace(frame, card));
        nodes.delete(flowIdOf(frame.id));
      }
      const moved = followGroups(
        { nodes, frames: groups },
        { positions: positions ?? new Map(), frames },
      );
      change(store, (definition) =>
        [...moved.frames].reduce(
          (result, [id, point]) => changeFrame(result, id, point),
          moveNodes(form, definition, moved.nodes),
        ),
      );
      requestAnimationFrame(fit);
    });
  }, [form, sketch, frames, positions, store, fit]);
}
