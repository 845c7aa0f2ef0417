import { useDeferredValue, useMemo } from 'react';
import { useHostTypes, useTools } from '../../../data/catalogue.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import type { Sketch } from '../../../graph/sketch.ts';
import { outputShapes, type OutputShapes } from '../../../graph/variables/output-shapes.ts';
import { useEditor } from '../state/editor-store.ts';

/** What the nodes of a native definition give, before any run; undefined in other dialects. */
export function useOutputShapes(form: DocumentForm, sketch: Sketch): OutputShapes | undefined {
  const definition = useDeferredValue(useEditor(({ history }) => history.present));
  const tools = useTools().data?.items;
  const functions = useHostTypes().data?.functions;
  return useMemo(() => {
    if (form.dialect !== 'native') return undefined;
    const results = {
      tools: new Map((tools ?? []).map(({ name, output = null }) => [name, output])),
      functions: new Map((functions ?? []).map(({ name, output = null }) => [name, output])),
    };
    return outputShapes({ definition, sketch, results });
  }, [form, definition, sketch, tools, functions]);
}
