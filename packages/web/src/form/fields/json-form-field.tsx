import type { FieldProps } from '@rjsf/utils';
import type { Json } from '@skein/kernel';
import type { ReactNode } from 'react';
import { FieldFrame } from './field-frame.tsx';
import { JsonField } from './json-field.tsx';

/** A form field for any JSON. */
export function JsonFormField(props: FieldProps): ReactNode {
  const { fieldPathId } = props;
  return (
    <FieldFrame field={props}>
      {(label) => (
        <JsonField
          id={fieldPathId.$id}
          label={label}
          value={props.formData as Json | undefined}
          onChange={(value) => props.onChange(value, fieldPathId.path)}
        />
      )}
    </FieldFrame>
  );
}
