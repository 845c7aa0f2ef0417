import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { useCallback, useMemo, useRef, type ReactNode } from 'react';
import { TextField } from '../../../design/controls/text-field.tsx';
import { ExpressionContext } from '../../../form/expressions/expression-context.ts';
import { LazySchemaForm } from '../../../form/lazy-schema-form.tsx';
import { PromptVariables } from '../../../form/prompt/prompt-variables.ts';
import { settingsFields } from '../../../form/settings-fields.ts';
import type { NamedFields } from '../../../form/schema/ui-schema.ts';
import { ListChanges } from '../../../form/schema/list-changes.ts';
import type { ListChange } from '../../../graph/edit/list-change.ts';
import { setConfig } from '../../../graph/edit/set-config.ts';
import { setTitle } from '../../../graph/edit/set-title.ts';
import { schemaOfRole } from '../../../graph/forms/config-schema.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { listAt, textAt } from '../../../graph/own-keys.ts';
import { plainJson } from '../../../graph/plain-json.ts';
import type { Sketch, SketchNode } from '../../../graph/sketch.ts';
import { variablesAt, type LastValues } from '../../../graph/variables/variables-at.ts';
import { DiagnosticList } from '../../../viewers/diagnostic-list.tsx';
import { change, changeSinceStart, useEditor, useEditorStore } from '../state/editor-store.ts';
import { NodeGroups } from './node-groups.tsx';
import { usePreflight } from '../state/preflight.tsx';
import { useExpressionForm } from './use-expression-form.tsx';

interface NodeSettingsProps {
  readonly form: DocumentForm;
  readonly node: SketchNode;
  readonly sketch: Sketch;
  readonly last: LastValues;
  /** The id of the workflow. */
  readonly workflow: string;
}

export function NodeSettings(props: NodeSettingsProps): ReactNode {
  const { form, node, sketch, last, workflow } = props;
  const store = useEditorStore();
  const computed = useExpressionForm({ form, sketch, of: { node: node.id }, workflow });
  const definition = useEditor(({ history }) => history.present);
  const written = listAt(definition, form.nodesKey)
    .filter(isObject)
    .find((each) => textAt(each, 'id') === node.id);
  const config = written === undefined ? {} : form.readConfig(definition, written);
  const { schema, named } = useNodeForm(form, { node, sketch, config });
  const variables = useMemo(
    () => variablesAt(form.dialect, { sketch, node: node.id, last }),
    [form, sketch, node.id, last],
  );
  const own = usePreflight().problems.filter((problem) => problem.node === node.id);
  const pressed = useRef<ListChange | null>(null);
  const note = useCallback((listChange: ListChange) => {
    pressed.current = listChange;
  }, []);
  const write = (data: Json) => {
    const config = plainJson(data);
    if (!isObject(config)) return;
    const { current: listChange } = pressed;
    pressed.current = null;
    const next = (before: JsonObject) =>
      setConfig(form, before, { id: node.id, config, change: listChange });
    // Pressing a button of a list is a step of its own; typing is one until something else happens.
    if (listChange === null) changeSinceStart(store, next, `config ${node.id}`);
    else change(store, next);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
      {form.titleKey(node.type)?.inConfig === false && <TitleField form={form} node={node} />}
      <ExpressionContext value={computed}>
        <PromptVariables value={variables}>
          <ListChanges value={note}>
            <LazySchemaForm
              id={`node-${node.id}`}
              label="Node settings"
              schema={schema}
              named={named}
              data={config}
              onChange={write}
            />
          </ListChanges>
        </PromptVariables>
        {written !== undefined && (
          <div>
            <NodeGroups key={node.id} form={form} id={node.id} node={written} />
          </div>
        )}
      </ExpressionContext>
      {own.length > 0 && (
        <section aria-label="Problems of this node">
          <DiagnosticList diagnostics={own.map(({ diagnostic }) => diagnostic)} />
        </section>
      )}
    </div>
  );
}

/** The fields of a node, as its role needs them. */
function useNodeForm(
  form: DocumentForm,
  {
    node,
    sketch,
    config,
  }: Pick<NodeSettingsProps, 'node' | 'sketch'> & { readonly config: JsonObject },
): { readonly schema: JsonObject; readonly named: NamedFields } {
  const { type } = node;
  const isSubagent = sketch.edges.some(({ kind, to }) => kind === 'subagent' && to === node.id);
  const ignored = isSubagent ? [...(form.ignoredBySubagents?.(type) ?? [])] : [];
  // Texts, because they are compared: typing must not make another form.
  const given = ignored.filter((key) => textAt(config, key).trim() !== '').join(' ');
  const left = ignored.join(' ');
  return useMemo(() => {
    const ignoredKeys = new Set(left.split(' '));
    const filled = form.filledFields?.(type);
    const used = filled && new Set([...filled].filter((key) => !ignoredKeys.has(key)));
    return {
      schema: schemaOfRole(form.configSchema(type), ignoredKeys, new Set(given.split(' '))),
      named: { ...settingsFields, filled: used, raw: form.rawFields?.(type) },
    };
  }, [form, type, left, given]);
}

function TitleField({ form, node }: Pick<NodeSettingsProps, 'form' | 'node'>): ReactNode {
  const store = useEditorStore();
  return (
    <TextField
      label="Name"
      value={node.title}
      onChange={(title) =>
        change(
          store,
          (definition) => setTitle(form, definition, { id: node.id, title }),
          `title ${node.id}`,
        )
      }
    />
  );
}
