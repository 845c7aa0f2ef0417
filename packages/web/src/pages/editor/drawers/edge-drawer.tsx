import { nodeNames } from '@skein/dialects';
import { isObject, type Json } from '@skein/kernel';
import { ArrowRight, Trash2 } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { ExpressionContext } from '../../../form/expressions/expression-context.ts';
import { LazySchemaForm } from '../../../form/lazy-schema-form.tsx';
import { NodeNames, PromptVariables } from '../../../form/prompt/prompt-variables.ts';
import { settingsFields } from '../../../form/settings-fields.ts';
import { removeParts } from '../../../graph/edit/remove-parts.ts';
import { setEdge } from '../../../graph/edit/set-edge.ts';
import { shownValues } from '../../../graph/edit/shown-values.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { listAt, objectAt } from '../../../graph/own-keys.ts';
import { plainJson } from '../../../graph/plain-json.ts';
import { portWords, type Sketch, type SketchEdge } from '../../../graph/sketch.ts';
import { edgeVariables } from '../../../graph/variables/edge-variables.ts';
import { lastValuesOf } from '../../../graph/variables/variables-at.ts';
import { DiagnosticList } from '../../../viewers/diagnostic-list.tsx';
import { EditorPanel } from '../panels/editor-panel.tsx';
import { change, nothingSelected, useEditor, useEditorStore } from '../state/editor-store.ts';
import { usePreflight } from '../state/preflight.tsx';
import { useExpressionForm } from './use-expression-form.tsx';
import { useShownRun } from './use-shown-run.ts';
import { useOutputShapes } from './use-output-shapes.ts';

interface EdgeDrawerProps {
  readonly form: DocumentForm;
  readonly line: SketchEdge;
  readonly sketch: Sketch;
  /** The id of the workflow. */
  readonly workflow: string;
}

/** Where an edge leads, its condition, and how to remove it. */
export function EdgeDrawer({ form, line, sketch, workflow }: EdgeDrawerProps): ReactNode {
  const store = useEditorStore();
  const close = () => store.setState(nothingSelected);
  const own = usePreflight().problems.filter((problem) => problem.edge === line.key);
  const titleOf = (id: string) => sketch.nodes.find((node) => node.id === id)?.title ?? id;
  const port = sketch.nodes
    .find(({ id }) => id === line.from)
    ?.ports.find(({ id }) => id === line.out);
  return (
    <EditorPanel title={line.kind === 'subagent' ? 'Subagent' : 'Edge'} onClose={close}>
      <div className="grid gap-4">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="font-medium">{titleOf(line.from)}</span>
          {port !== undefined && port.label !== '' && (
            <span className="text-text-3">{portWords(port)}</span>
          )}
          <ArrowRight size={14} role="img" aria-label="to" className="text-text-3" />
          <span className="font-medium">{titleOf(line.to)}</span>
        </p>
        <EdgeForm form={form} line={line} sketch={sketch} workflow={workflow} />
        {own.length > 0 && (
          <section aria-label="Problems of this edge">
            <DiagnosticList diagnostics={own.map(({ diagnostic }) => diagnostic)} />
          </section>
        )}
        <Button
          tone="danger"
          icon={Trash2}
          className="justify-self-start"
          onClick={() => {
            change(store, (definition) => removeParts(form, definition, { edges: [line.key] }));
            close();
          }}
        >
          Remove edge
        </Button>
      </div>
    </EditorPanel>
  );
}

function EdgeForm({ form, line, sketch, workflow }: EdgeDrawerProps): ReactNode {
  const store = useEditorStore();
  const definition = useEditor(({ history }) => history.present);
  const run = useShownRun(workflow);
  const shapes = useOutputShapes(form, sketch);
  const variables = useMemo(
    () => edgeVariables(form.dialect, { sketch, line, last: lastValuesOf(run), shapes }),
    [form, sketch, line, run, shapes],
  );
  const names = useMemo(() => nodeNames(sketch.nodes), [sketch]);
  const computed = useExpressionForm({ form, sketch, of: { line }, workflow });
  const index = Number(line.pointer.split('/').at(-1));
  const edge = listAt(definition, form.edgesKey(definition))[index];
  const { edgeSchema: schema } = form;
  if (schema === undefined || line.kind === 'subagent' || !isObject(edge)) return null;
  const write = (data: Json) => {
    const values = plainJson(data);
    if (!isObject(values)) return;
    change(store, (before) => setEdge(form, before, { index, values }), `line ${line.key}`);
  };
  return (
    <ExpressionContext value={computed}>
      <NodeNames value={names}>
        <PromptVariables value={variables}>
          <LazySchemaForm
            id={`line-${index}`}
            label="Edge settings"
            schema={schema}
            named={settingsFields}
            data={shownValues(edge, Object.keys(objectAt(schema, 'properties')))}
            onChange={write}
          />
        </PromptVariables>
      </NodeNames>
    </ExpressionContext>
  );
}
