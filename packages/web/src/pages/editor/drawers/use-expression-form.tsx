import { ownValue } from '@skein/kernel';
import { useMemo } from 'react';
import type { ExpressionForm } from '../../../form/expressions/expression-context.ts';
import { valuesAt } from '../../../graph/expressions/expression-values.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import type { Sketch, SketchEdge } from '../../../graph/sketch.ts';
import { ancestorsOf } from '../../../graph/variables/variables-at.ts';
import { useEditor } from '../state/editor-store.ts';
import { useShownRun } from './use-shown-run.ts';
import { ValuesSource } from './values-source.tsx';

interface ExpressionFormOptions {
  readonly form: DocumentForm;
  readonly sketch: Sketch;
  /** The node whose settings they are, or the line whose condition it is. */
  readonly of: { readonly node: string } | { readonly line: SketchEdge };
  /** The id of the workflow. */
  readonly workflow: string;
}

/** What the expressions of a form can read; null in dialects that have none. */
export function useExpressionForm(options: ExpressionFormOptions): ExpressionForm | null {
  const { form, sketch, of, workflow } = options;
  const chosen = useEditor(({ valuesOf }) => valuesOf);
  const run = useShownRun(workflow, chosen);
  const isInside = useEditor(({ inside }) => inside.length > 0);
  // Only what is read of the definition: typing into a field must not compute all the others again.
  const studio = useEditor(({ history }) => ownValue(history.present, 'studio'));
  const state = useEditor(({ history }) => ownValue(history.present, 'state'));
  const line = 'line' in of ? of.line : null;
  const node = 'node' in of ? of.node : of.line.to;
  return useMemo(() => {
    if (form.dialect !== 'native') return null;
    const into = sketch.edges.filter((edge) => edge.to === node && edge.kind === 'flow');
    const lines = line === null ? into : [line];
    const before = new Set(ancestorsOf(sketch, node));
    const ports = line === null ? into.map((edge) => edge.in).filter((port) => port !== '') : [];
    return {
      values: valuesAt({ definition: { studio: studio ?? {}, state: state ?? {} }, lines, run }),
      nodes: sketch.nodes.filter(({ id }) => before.has(id)),
      ports: [...new Set(ports)],
      names: new Map(),
      source: isInside ? (
        <p className="text-text-3">Each of its runs has a page of its own, with its values.</p>
      ) : (
        <ValuesSource workflow={workflow} run={run} />
      ),
    };
  }, [form, sketch, line, node, studio, state, run, workflow, isInside]);
}
