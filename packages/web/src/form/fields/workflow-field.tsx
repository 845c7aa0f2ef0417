import type { FieldProps } from '@rjsf/utils';
import { nativeNodes } from '@skein/dialects';
import { isObject, type JsonObject } from '@skein/kernel';
import { Braces, Workflow } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useWorkflows } from '../../data/workflows.ts';
import { Button } from '../../design/controls/button.tsx';
import { listAt, textAt } from '../../graph/own-keys.ts';
import { countWords } from '../../text/time-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { FieldFrame } from './field-frame.tsx';
import { JsonFormField } from './json-form-field.tsx';
import { ChoiceInput } from '../inputs/choice-input.tsx';

/** A stored workflow, by its name; an inline one is summarised in a line and edited as JSON. */
export function WorkflowField(props: FieldProps): ReactNode {
  const known = useWorkflows().data?.items ?? [];
  const value: unknown = props.formData ?? '';
  if (typeof value !== 'string') return <InlineWorkflow {...props} />;
  const isUnset =
    value === nativeNodes.subworkflow.initialConfig?.['workflow'] &&
    !known.some(({ id }) => id === value);
  return (
    <FieldFrame field={props}>
      {(label) => (
        <ChoiceInput
          id={props.fieldPathId.$id}
          label={label}
          placeholder="Choose a workflow"
          value={isUnset ? '' : value}
          onChange={(next) => props.onChange(next, props.fieldPathId.path)}
          choices={known.map(({ id, name }) => ({
            value: id,
            label: name ?? id,
            ...(name === null || name === undefined || name === id ? {} : { note: id }),
          }))}
          empty="There is no other workflow yet."
        />
      )}
    </FieldFrame>
  );
}

function InlineWorkflow(props: FieldProps): ReactNode {
  const [isJson, setJson] = useState(false);
  const value: unknown = props.formData;
  if (isJson || !isObject(value)) return <JsonFormField {...props} />;
  return (
    <FieldFrame field={props} isGroup>
      {() => (
        <div className="flex items-center gap-3 rounded-md border border-line p-2 pl-3">
          <Workflow size={16} aria-hidden className="shrink-0 text-text-3" />
          <p className="min-w-0 flex-1 text-sm">
            <span className="block truncate font-medium">{nameOf(value)}</span>
            <span className="block text-xs text-text-3">
              {countWords(listAt(value, 'nodes').length, 'node')}, written here
            </span>
          </p>
          <Button size="sm" icon={Braces} onClick={() => setJson(true)}>
            Edit as JSON
          </Button>
        </div>
      )}
    </FieldFrame>
  );
}

function nameOf(workflow: JsonObject): string {
  return visibleText(textAt(workflow, 'name') || textAt(workflow, 'id')) || 'An inline workflow';
}
