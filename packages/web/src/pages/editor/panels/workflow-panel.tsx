import type { ReactNode } from 'react';
import { Field } from '../../../design/controls/field.tsx';
import { TextAreaField } from '../../../design/controls/text-area-field.tsx';
import { JsonField } from '../../../form/fields/json-field.tsx';
import { readTopKeys, setOtherKeys, setTopKey } from '../../../graph/edit/top-keys.ts';
import { DiagnosticList } from '../../../viewers/diagnostic-list.tsx';
import { EditorPanel } from './editor-panel.tsx';
import { change, useEditor, useEditorStore } from '../state/editor-store.ts';
import { usePreflight } from '../state/preflight.tsx';

/** Settings of the workflow as a whole, and problems that belong to no node or edge. */
export function WorkflowPanel(): ReactNode {
  const store = useEditorStore();
  const definition = useEditor(({ history }) => history.present);
  const { name, description, others } = readTopKeys(definition);
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
        <Field
          label="Other settings"
          note="Other top-level keys of the definition, such as policy, as JSON."
        >
          {({ id }) => (
            <JsonField
              id={id}
              label="Other settings"
              rows={10}
              value={others}
              onChange={(value) =>
                change(store, (before) => setOtherKeys(before, value), 'top others')
              }
            />
          )}
        </Field>
        {own.length > 0 && <DiagnosticList diagnostics={own.map(({ diagnostic }) => diagnostic)} />}
      </div>
    </EditorPanel>
  );
}
