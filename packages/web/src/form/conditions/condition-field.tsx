// A condition in a form
// Built from comparisons and groups, or written as JSON. A condition that the form cannot show is edited as JSON and stays as
// it is.
import type { FieldProps } from '@rjsf/utils';
import type { Json } from '@skein/kernel';
import { Braces, ListTree } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../design/controls/button.tsx';
import {
  readCondition,
  writeCondition,
  type ConditionTree,
} from '../../graph/conditions/condition-tree.ts';
import { FieldFrame } from '../fields/field-frame.tsx';
import { JsonField } from '../fields/json-field.tsx';
import { AddCondition } from './add-condition.tsx';
import { ConditionPart } from './condition-part.tsx';

export function ConditionField(props: FieldProps): ReactNode {
  const value = (props.formData ?? undefined) as Json | undefined;
  const write = (next: Json | undefined) => props.onChange(next, props.fieldPathId.path);
  return (
    <FieldFrame field={props} isGroup>
      {(label) => (
        <ConditionInput id={props.fieldPathId.$id} label={label} value={value} onChange={write} />
      )}
    </FieldFrame>
  );
}

interface ConditionInputProps {
  readonly id: string;
  readonly label: string;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

/** The same outside of a form that is made from a schema. */
export function ConditionInput({ id, label, value, onChange }: ConditionInputProps): ReactNode {
  const [isJson, setJson] = useState(false);
  const tree = value === undefined ? undefined : readCondition(value);
  if (isJson || tree === null)
    return (
      <div className="grid gap-1.5">
        <JsonField
          id={id}
          label={label}
          value={value}
          onChange={(next) => {
            // Stays JSON while the user writes JSON, even once the form could show it.
            setJson(true);
            onChange(next);
          }}
        />
        {tree === null ? (
          <p className="text-xs text-text-3">This condition can only be edited as JSON.</p>
        ) : (
          <Button
            size="sm"
            tone="ghost"
            icon={ListTree}
            className="justify-self-start"
            onClick={() => setJson(false)}
          >
            As a form
          </Button>
        )}
      </div>
    );
  const write = (next: ConditionTree | undefined) =>
    onChange(next === undefined ? undefined : writeCondition(next));
  return (
    <div role="group" aria-label={label} className="grid gap-2">
      {tree !== undefined && <ConditionPart id={id} label={label} tree={tree} onChange={write} />}
      <div className="flex flex-wrap items-center justify-between gap-2">
        {tree?.kind === 'group' ? <span /> : <AddCondition tree={tree} onChange={write} />}
        <Button size="sm" tone="ghost" icon={Braces} onClick={() => setJson(true)}>
          As JSON
        </Button>
      </div>
    </div>
  );
}
