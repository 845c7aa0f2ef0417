import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { useMemo, type ReactNode } from 'react';
import { Field } from '../../../design/controls/field.tsx';
import { TextAreaField } from '../../../design/controls/text-area-field.tsx';
import { JsonField } from '../../../form/fields/json-field.tsx';
import { LazySchemaForm } from '../../../form/lazy-schema-form.tsx';
import { policyFields } from '../../../form/settings-fields.ts';
import { SettingsGroup } from '../../../form/settings-group.tsx';
import { shownValues, withShown } from '../../../graph/edit/shown-values.ts';
import { readTopKeys, setOtherKeys, setPolicy, setTopKey } from '../../../graph/edit/top-keys.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import type { NamedNode } from '../../../graph/forms/named-node.ts';
import { objectAt } from '../../../graph/own-keys.ts';
import { plainJson } from '../../../graph/plain-json.ts';
import { readSketch } from '../../../graph/read-sketch.ts';
import { DiagnosticList } from '../../../viewers/diagnostic-list.tsx';
import { EditorPanel } from './editor-panel.tsx';
import { change, useEditor, useEditorStore } from '../state/editor-store.ts';
import { usePreflight } from '../state/preflight.tsx';

/** Settings of the workflow as a whole, and problems that belong to no node or edge. */
export function WorkflowPanel({ form }: { readonly form?: DocumentForm }): ReactNode {
  const topSchema = form?.topSchema;
  const store = useEditorStore();
  const definition = useEditor(({ history }) => history.present);
  const { name, description, others } = readTopKeys(definition, topSchema);
  const own = usePreflight().problems.filter(({ node, edge }) => node === null && edge === null);
  const write = (key: 'name' | 'description') => (text: string) =>
    change(store, (before) => setTopKey(before, key, text), `top ${key}`);
  return (
    <EditorPanel title="Workflow">
      <div className="grid gap-4">
        <TextAreaField label="Name" value={name} rows={1} onChange={write('name')} />
        <TextAreaField
          label="Description"
          value={description}
          rows={4}
          onChange={write('description')}
        />
        {topSchema !== undefined && <ShownKeys schema={topSchema} definition={definition} />}
        {form?.policyGroups !== undefined && <Policy form={form} definition={definition} />}
        <Field
          label="Other settings"
          note={
            form?.policyGroups === undefined
              ? 'Other top-level keys of the definition, such as policy, as JSON.'
              : 'Other top-level keys of the definition, and the whole policy, as JSON.'
          }
        >
          {({ id }) => (
            <JsonField
              id={id}
              label="Other settings"
              rows={10}
              value={others}
              onChange={(value) =>
                change(store, (before) => setOtherKeys(before, value, topSchema), 'top others')
              }
            />
          )}
        </Field>
        {own.length > 0 && <DiagnosticList diagnostics={own.map(({ diagnostic }) => diagnostic)} />}
      </div>
    </EditorPanel>
  );
}

interface PolicyProps {
  readonly form: DocumentForm;
  readonly definition: JsonObject;
}

function Policy({ form, definition }: PolicyProps): ReactNode {
  const store = useEditorStore();
  const { nodes } = useMemo(() => readSketch(form, definition), [form, definition]);
  // Texts, because they are compared: what is typed elsewhere makes no other form.
  const named = JSON.stringify(nodes.map(({ id, title }) => ({ id, title })));
  const groups = useMemo(
    // Written above.
    () => form.policyGroups?.(JSON.parse(named) as readonly NamedNode[]) ?? [],
    [form, named],
  );
  return (
    <div>
      {groups.map((group) => (
        <SettingsGroup
          key={group.title}
          id={`policy-${group.keys[0]}`}
          group={group}
          record={objectAt(definition, 'policy')}
          fields={policyFields}
          onChange={(values) =>
            change(store, (before) => setPolicy(before, group.keys, values), `top ${group.title}`)
          }
        />
      ))}
    </div>
  );
}

interface ShownKeysProps {
  readonly schema: JsonObject;
  readonly definition: JsonObject;
}

function ShownKeys({ schema, definition }: ShownKeysProps): ReactNode {
  const store = useEditorStore();
  const keys = Object.keys(objectAt(schema, 'properties'));
  const write = (data: Json) => {
    const values = plainJson(data);
    if (!isObject(values)) return;
    change(store, (before) => withShown(before, keys, values), 'top settings');
  };
  return (
    <LazySchemaForm
      id="workflow-settings"
      label="Workflow settings"
      schema={schema}
      data={shownValues(definition, keys)}
      onChange={write}
    />
  );
}
