import type { FieldProps } from '@rjsf/utils';
import type { Json } from '@skein/kernel';
import type { ReactNode } from 'react';
import { ExpressionSwitch } from '../expressions/expression-switch.tsx';
import { FieldFrame } from './field-frame.tsx';
import { isLiteral } from './is-literal.ts';
import { JsonField } from './json-field.tsx';

/** A form field for any JSON. */
export function JsonFormField(props: FieldProps): ReactNode {
  const { fieldPathId } = props;
  // Forms hold JSON.
  const value = props.formData as Json | undefined;
  return (
    <FieldFrame field={props}>
      {(label) => (
        <ExpressionSwitch
          label={label}
          value={value}
          onChange={(next) => props.onChange(next, fieldPathId.path)}
          isLiteral={isLiteral(props)}
        >
          {(write) => (
            <JsonField id={fieldPathId.$id} label={label} value={value} onChange={write} />
          )}
        </ExpressionSwitch>
      )}
    </FieldFrame>
  );
}
