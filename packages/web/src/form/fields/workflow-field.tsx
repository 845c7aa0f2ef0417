// The workflow that a node runs
// A stored one, chosen by its name, or one that stands in the settings: that is opened and edited like any other.
import type { FieldProps } from '@rjsf/utils';
import { nativeNodes } from '@skein/dialects';
import { isObject, type JsonObject } from '@skein/kernel';
import { Braces, SquareArrowOutUpRight, Workflow } from 'lucide-react';
import { useContext, useState, type ReactNode } from 'react';
import { useWorkflows } from '../../data/workflows.ts';
import { Button } from '../../design/controls/button.tsx';
import { ToggleGroup } from '../../design/controls/toggle-group.tsx';
import { listAt, textAt } from '../../graph/own-keys.ts';
import { countWords } from '../../text/time-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { ChoiceInput } from '../inputs/choice-input.tsx';
import { FieldFrame } from './field-frame.tsx';
import { OpenInside } from '../open-inside.ts';
import { JsonFormField } from './json-form-field.tsx';

type Place = 'stored' | 'inside';

const places: readonly { readonly value: Place; readonly label: string }[] = [
  { value: 'stored', label: 'A saved workflow' },
  { value: 'inside', label: 'Its own, in here' },
];

/** What a workflow that is begun here starts with. */
const begun: JsonObject = { nodes: [{ id: 'start', type: 'start' }], edges: [] };

export function WorkflowField(props: FieldProps): ReactNode {
  const [isJson, setJson] = useState(false);
  // What was there before is back when somebody changes their mind.
  const [left, setLeft] = useState<unknown>(undefined);
  const value: unknown = props.formData ?? '';
  const place: Place = isObject(value) ? 'inside' : 'stored';
  const go = (next: Place) => {
    if (next === place) return;
    setLeft(value);
    const other = left ?? (next === 'inside' ? begun : unchosen);
    props.onChange(other, props.fieldPathId.path);
  };
  if (isJson) return <JsonFormField {...props} />;
  return (
    <FieldFrame field={props} isGroup={place === 'inside'}>
      {(label) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <ToggleGroup label={`${label}: which`} choices={places} value={place} onChange={go} />
          {isObject(value) ? (
            <InsideWorkflow workflow={value} onJson={() => setJson(true)} />
          ) : (
            <StoredWorkflow field={props} label={label} value={String(value)} />
          )}
        </div>
      )}
    </FieldFrame>
  );
}

/** In a new node, until one is chosen. */
const unchosen = nativeNodes.subworkflow.initialConfig?.['workflow'];

interface StoredWorkflowProps {
  readonly field: FieldProps;
  readonly label: string;
  readonly value: string;
}

function StoredWorkflow({ field, label, value }: StoredWorkflowProps): ReactNode {
  const known = useWorkflows().data?.items ?? [];
  const isUnset = value === unchosen && !known.some(({ id }) => id === value);
  return (
    <ChoiceInput
      id={field.fieldPathId.$id}
      label={label}
      placeholder="Choose a workflow"
      value={isUnset ? '' : value}
      onChange={(next) => field.onChange(next, field.fieldPathId.path)}
      choices={known.map(({ id, name }) => ({
        value: id,
        label: name ?? id,
        ...(name === null || name === undefined || name === id ? {} : { note: id }),
      }))}
      empty="There is no other workflow yet."
    />
  );
}

interface InsideWorkflowProps {
  readonly workflow: JsonObject;
  readonly onJson: () => void;
}

function InsideWorkflow({ workflow, onJson }: InsideWorkflowProps): ReactNode {
  const open = useContext(OpenInside);
  return (
    <div className="grid gap-2 rounded-md border border-line p-2 pl-3">
      <p className="flex min-w-0 items-center gap-3 text-sm">
        <Workflow size={16} aria-hidden className="shrink-0 text-text-3" />
        <span className="min-w-0">
          <span className="block truncate font-medium">{nameOf(workflow)}</span>
          <span className="block text-xs text-text-3">
            {countWords(listAt(workflow, 'nodes').length, 'node')}, part of this workflow
          </span>
        </span>
      </p>
      <div className="flex gap-2">
        {open !== null && (
          <Button size="sm" icon={SquareArrowOutUpRight} onClick={open}>
            Open and edit
          </Button>
        )}
        <Button size="sm" tone="ghost" icon={Braces} onClick={onJson}>
          Edit as JSON
        </Button>
      </div>
    </div>
  );
}

function nameOf(workflow: JsonObject): string {
  return visibleText(textAt(workflow, 'name') || textAt(workflow, 'id')) || 'A workflow of its own';
}
