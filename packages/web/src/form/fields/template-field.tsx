// Any value that may have references in it
// Written as text in the field for templates: plain text without quotes, anything else as JSON.
import type { FieldProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { formJson } from './form-json.ts';
import { FieldFrame } from './field-frame.tsx';
import { TemplateInput } from './template-input.tsx';

export function TemplateField(props: FieldProps): ReactNode {
  return (
    <FieldFrame field={props} isGroup>
      {(label) => (
        <TemplateInput
          field={props}
          id={props.fieldPathId.$id}
          label={label}
          value={formJson(props)}
          onChange={(value) => props.onChange(value, props.fieldPathId.path)}
        />
      )}
    </FieldFrame>
  );
}
