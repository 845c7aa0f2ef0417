import type { ReactNode } from 'react';
import { classNames } from '../../../design/class-names.ts';
import { inputClass } from '../../../design/controls/input-class.ts';
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
        <TopField id="workflow-name" label="Name" value={name} rows={1} onChange={write('name')} />
        <TopField
          id="workflow-description"
          label="Description"
          value={description}
          rows={4}
          onChange={write('description')}
        />
        <div className="grid gap-1.5">
          <label htmlFor="workflow-others" className="text-sm font-medium">
            Other settings
          </label>
          <JsonField
            id="workflow-others"
            label="Other settings"
            rows={10}
            value={others}
            onChange={(value) =>
              change(store, (before) => setOtherKeys(before, value), 'top others')
            }
          />
          <p className="text-xs text-text-3">
            Other top-level keys of the definition, such as policy, as JSON.
          </p>
        </div>
        {own.length > 0 && <DiagnosticList diagnostics={own.map(({ diagnostic }) => diagnostic)} />}
      </div>
    </EditorPanel>
  );
}

interface TopFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly rows: number;
  readonly onChange: (text: string) => void;
}

function TopField({ id, label, value, rows, onChange }: TopFieldProps): ReactNode {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={rows}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(inputClass, 'resize-y py-2')}
      />
    </div>
  );
}
