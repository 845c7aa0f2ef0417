import { useReactFlow } from '@xyflow/react';
import { useCallback } from 'react';
import { moveNodes } from '../../../graph/edit/move-nodes.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { layoutInput } from '../../../graph/layout/layout-sketch.ts';
import { requestLayout } from '../../../graph/layout/request-layout.ts';
import type { Sketch } from '../../../graph/sketch.ts';
import { change, useEditorStore } from '../state/editor-store.ts';

/** Lays out the whole graph, as one step. */
export function useTidy(form: DocumentForm, sketch: Sketch): () => void {
  const store = useEditorStore();
  const flow = useReactFlow();
  return useCallback(() => {
    void requestLayout(layoutInput(sketch)).then((places) => {
      change(store, (definition) => moveNodes(form, definition, places));
      requestAnimationFrame(() => void flow.fitView({ padding: 0.1, maxZoom: 1 }));
    });
  }, [form, sketch, store, flow]);
}
