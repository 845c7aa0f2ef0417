import type { Sketch, SketchEdge } from '../sketch.ts';
import { variablesAt, type LastValues, type Variable } from './variables-at.ts';

/** What the condition of an edge can refer to: what has run before its target, and the output of its source. */
export function edgeVariables(
  dialect: string,
  {
    sketch,
    line,
    last,
  }: { readonly sketch: Sketch; readonly line: SketchEdge; readonly last: LastValues },
): readonly Variable[] {
  const preview = last.outputs[line.from];
  return variablesAt(dialect, { sketch, node: line.to, last })
    .filter(({ text }) => !text.startsWith('${inputs'))
    .map((variable) => (variable.text === '${previous}' ? { ...variable, preview } : variable));
}
