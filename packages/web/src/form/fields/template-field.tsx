// Any value that may have references in it
// Written as text in the field of values: plain text without quotes, anything else as JSON. An object is also edited field by field.
import type { FieldProps } from '@rjsf/utils';
import { isObject, type Json } from '@skein/kernel';
import { Braces, ListPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { formJson } from './form-json.ts';
import { FieldFrame } from './field-frame.tsx';
import { isLiteral } from './is-literal.ts';
import { TemplateInput } from './template-input.tsx';
import { ValuePairs } from './value-pairs.tsx';

export function TemplateField(props: FieldProps): ReactNode {
  const value = formJson(props);
  // Chosen by somebody; otherwise an object is shown as fields.
  const [view, setView] = useState<'fields' | 'text' | null>(null);
  const isFields =
    canBeFields(value) && (view ?? (isObject(value) ? 'fields' : 'text')) === 'fields';
  const write = (next: Json | undefined) => props.onChange(next, props.fieldPathId.path);
  return (
    <FieldFrame
      field={props}
      isGroup
      actions={
        canBeFields(value) && (
          <ViewButton isFields={isFields} onChange={() => setView(isFields ? 'text' : 'fields')} />
        )
      }
    >
      {(label) =>
        isFields ? (
          <ValuePairs label={label} value={isObject(value) ? value : {}} onChange={write} />
        ) : (
          <TemplateInput
            label={label}
            value={value}
            onChange={write}
            isLiteral={isLiteral(props)}
          />
        )
      }
    </FieldFrame>
  );
}

/** The same where an object makes no sense: a list, a time, a text. One that stands there nevertheless is shown as JSON. */
export function ValueField(props: FieldProps): ReactNode {
  return (
    <FieldFrame field={props} isGroup>
      {(label) => (
        <TemplateInput
          label={label}
          value={formJson(props)}
          onChange={(next) => props.onChange(next, props.fieldPathId.path)}
          isLiteral={isLiteral(props)}
        />
      )}
    </FieldFrame>
  );
}

function canBeFields(value: Json | undefined): boolean {
  return value === undefined || value === '' || isObject(value);
}

interface ViewButtonProps {
  readonly isFields: boolean;
  readonly onChange: () => void;
}

function ViewButton({ isFields, onChange }: ViewButtonProps): ReactNode {
  return (
    <Button
      size="sm"
      tone="ghost"
      icon={isFields ? Braces : ListPlus}
      className="-my-1"
      onClick={onChange}
    >
      {isFields ? 'As JSON' : 'As fields'}
    </Button>
  );
}
