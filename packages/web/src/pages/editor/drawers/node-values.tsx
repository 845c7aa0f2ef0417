// What the fields of a node can refer to, and what it was in the run that is looked at.
import { nodeNames } from '@skein/dialects';
import { ownValue, type JsonObject } from '@skein/kernel';
import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { ExpressionContext } from '../../../form/expressions/expression-context.ts';
import { NodeNames, PromptVariables } from '../../../form/prompt/prompt-variables.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import type { Sketch, SketchNode } from '../../../graph/sketch.ts';
import { variablesAt, type LastValues } from '../../../graph/variables/variables-at.ts';
import { useExpressionForm } from './use-expression-form.tsx';
import { useOutputShapes } from './use-output-shapes.ts';

interface NodeValuesProps {
  readonly form: DocumentForm;
  readonly node: SketchNode;
  readonly sketch: Sketch;
  readonly last: LastValues;
  /** The node as it is written. */
  readonly written: JsonObject;
  /** The id of the workflow. */
  readonly workflow: string;
  readonly children: ReactNode;
}

export function NodeValues(props: NodeValuesProps): ReactNode {
  const { form, node, sketch, last, written, workflow, children } = props;
  const computed = useExpressionForm({ form, sketch, of: { node: node.id }, workflow });
  // In large workflows this takes longer than a key press: typing goes first.
  const drawn = useDeferredValue(sketch);
  const shapes = useOutputShapes(form, drawn);
  const hasItems = node.type === 'partition' || ownValue(written, 'each') !== undefined;
  const variables = useMemo(
    () => variablesAt(form.dialect, { sketch: drawn, node: node.id, last, shapes, hasItems }),
    [form, drawn, node.id, last, shapes, hasItems],
  );
  const names = useMemo(() => nodeNames(drawn.nodes), [drawn]);
  return (
    <ExpressionContext value={computed}>
      <NodeNames value={names}>
        <PromptVariables value={variables}>{children}</PromptVariables>
      </NodeNames>
    </ExpressionContext>
  );
}
