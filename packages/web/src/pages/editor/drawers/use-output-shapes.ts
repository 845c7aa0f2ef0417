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
import { workflowInside } from '../../../graph/sub/inside.ts';
import type { KnownShape } from '../../../graph/variables/known-shape.ts';
import { useEditor, useWholeStore } from '../state/editor-store.ts';

/** What the nodes of a native definition give, before any run; undefined in other dialects. */
export function useOutputShapes(form: DocumentForm, sketch: Sketch): OutputShapes | undefined {
  const definition = useDeferredValue(useEditor(({ history }) => history.present));
  const path = useEditor(({ inside }) => inside);
  const whole = useWholeStore();
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
    const world = { results, workflows, sketchOf };
    const given = givenAt(whole.getState().history.present, path, world);
    return outputShapes({ ...world, definition, sketch, ...given });
  }, [form, definition, sketch, tools, functions, stored, path, whole]);
}

type World = Pick<Parameters<typeof outputShapes>[0], 'results' | 'workflows'> & {
  readonly sketchOf: (definition: JsonObject) => Sketch;
};

/** What the workflow at the end of the path gets as its input from those around it. */
function givenAt(
  around: JsonObject,
  path: readonly string[],
  world: World,
  input: { readonly given?: KnownShape } = {},
): { readonly given?: KnownShape } {
  const [id, ...rest] = path;
  if (id === undefined) return input;
  const shapes = outputShapes({
    ...world,
    definition: around,
    sketch: world.sketchOf(around),
    ...input,
  });
  const inner = workflowInside(around, id) ?? {};
  return givenAt(inner, rest, world, { given: shapes.given(id) });
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
