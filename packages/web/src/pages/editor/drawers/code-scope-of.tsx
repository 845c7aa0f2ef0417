// What the editor of code knows about its node: types from schemas and the last run, the mistakes that the server found, and what
// trying it gave.
import { isObject, type JsonObject } from '@skein/kernel';
import { useMemo, type ReactNode } from 'react';
import { useTools } from '../../../data/catalogue.ts';
import type { RunJson } from '../../../data/runs.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { codeLanguageOf, CodeScope, type CodeMark } from '../../../form/code/code-scope.ts';
import { codeDeclarations } from '../../../graph/code/code-declarations.ts';
import { placeInCode } from '../../../graph/code/place-in-code.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { listAt, textAt } from '../../../graph/own-keys.ts';
import type { Sketch, SketchNode } from '../../../graph/sketch.ts';
import type { LastValues } from '../../../graph/variables/variables-at.ts';
import { useEditor } from '../state/editor-store.ts';
import { usePreflight } from '../state/preflight.tsx';
import type { RunNode } from './use-run-node.ts';

interface CodeScopeOfProps {
  readonly form: DocumentForm;
  readonly node: SketchNode;
  readonly sketch: Sketch;
  readonly last: LastValues;
  readonly run: RunJson | undefined;
  readonly workflow: WorkflowDetail;
  readonly trial: RunNode;
  readonly children: ReactNode;
}

export function CodeScopeOf(props: CodeScopeOfProps): ReactNode {
  return props.node.type === 'code' ? <ScopeOfCode {...props} /> : props.children;
}

function ScopeOfCode(props: CodeScopeOfProps): ReactNode {
  const { form, node, sketch, last, run, trial, children } = props;
  const definition = useEditor(({ history }) => history.present);
  const tools = useTools().data?.items;
  const config = configOf(form, definition, node.id);
  const declarations = useMemo(
    () =>
      codeDeclarations({
        definition,
        sketch,
        node: node.id,
        config: configOf(form, definition, node.id),
        last,
        state: run?.state,
        tools: tools ?? [],
      }),
    [definition, sketch, node.id, form, last, run, tools],
  );
  const marks = useMarks(props, textAt(config, 'code'));
  return (
    <CodeScope
      value={{
        declarations,
        language: codeLanguageOf(textAt(config, 'language')),
        marks,
        // A toast reported the failure.
        onTry: () => void trial.start().catch(() => {}),
        isTrying: trial.isRunning,
        result: trial.result,
      }}
    >
      {children}
    </CodeScope>
  );
}

function configOf(form: DocumentForm, definition: JsonObject, id: string): JsonObject {
  const node = listAt(definition, form.nodesKey)
    .filter(isObject)
    .find((each) => textAt(each, 'id') === id);
  return node === undefined ? {} : form.readConfig(definition, node);
}

/** Of the code as it is: what was thrown by other code is not shown in it. */
function useMarks(
  { form, node, run, workflow, trial }: CodeScopeOfProps,
  code: string,
): readonly CodeMark[] {
  const published = useEditor((state) => state.published);
  const { problems } = usePreflight();
  const { result } = trial;
  return useMemo(() => {
    const isCode = (definition: JsonObject) =>
      textAt(configOf(form, definition, node.id), 'code') === code;
    const found = problems
      .filter((problem) => problem.node === node.id && problem.field === 'code')
      .flatMap(({ diagnostic }) => marksOf(diagnostic.message, 'server'));
    if (result !== null)
      return isCode(result.definition) ? [...found, ...marksOf(result.error, 'run')] : found;
    const isLast = run?.workflow.version === workflow.version && isCode(published);
    const failure = isLast && Object.hasOwn(run.nodes, node.id) ? run.nodes[node.id]?.error : null;
    return [...found, ...marksOf(textAt(failure ?? {}, 'message'), 'run')];
  }, [form, node.id, run, workflow, result, published, problems, code]);
}

function marksOf(message: string | null, source: CodeMark['source']): readonly CodeMark[] {
  const place = message === null ? null : placeInCode(message);
  return place === null ? [] : [{ ...place, source }];
}
