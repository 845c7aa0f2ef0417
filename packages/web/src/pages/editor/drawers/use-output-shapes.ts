import { nativeNodes } from '@skein/dialects';
import { isObject, ownValue, type JsonObject } from '@skein/kernel';
import { useDeferredValue, useMemo } from 'react';
import { useHostTypes, useTools } from '../../../data/catalogue.ts';
import { useChosenWorkflows } from '../../../data/workflows.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { listAt, objectAt } from '../../../graph/own-keys.ts';
import { readSketch } from '../../../graph/read-sketch.ts';
import type { Sketch } from '../../../graph/sketch.ts';
import { outputShapes, type OutputShapes } from '../../../graph/variables/output-shapes.ts';
import { useEditor } from '../state/editor-store.ts';

/** What the nodes of a native definition give, before any run; undefined in other dialects. */
export function useOutputShapes(form: DocumentForm, sketch: Sketch): OutputShapes | undefined {
  const definition = useDeferredValue(useEditor(({ history }) => history.present));
  const tools = useTools().data?.items;
  const functions = useHostTypes().data?.functions;
  const stored = useChosenWorkflows(form.dialect === 'native' ? workflowsIn(definition) : []);
  return useMemo(() => {
    if (form.dialect !== 'native') return undefined;
    const results = {
      tools: new Map((tools ?? []).map(({ name, output = null }) => [name, output])),
      functions: new Map((functions ?? []).map(({ name, output = null }) => [name, output])),
    };
    const workflows = new Map(
      stored
        .filter(({ dialect }) => dialect === 'native')
        // As the server sends it, it is JSON.
        .map((each) => [each.id, each.definition as JsonObject]),
    );
    const sketchOf = (each: JsonObject) => readSketch(form, each);
    return outputShapes({ definition, sketch, results, workflows, sketchOf });
  }, [form, definition, sketch, tools, functions, stored]);
}

/** In a new node, until one is chosen. */
const unchosen = nativeNodes.subworkflow.initialConfig?.['workflow'];

/** The stored workflows that the nodes of a definition run. */
function workflowsIn(definition: JsonObject): readonly string[] {
  const named = listAt(definition, 'nodes').flatMap((node) => {
    const workflow = isObject(node) ? ownValue(objectAt(node, 'config'), 'workflow') : undefined;
    return typeof workflow === 'string' && workflow !== unchosen ? [workflow] : [];
  });
  return [...new Set(named)];
}
