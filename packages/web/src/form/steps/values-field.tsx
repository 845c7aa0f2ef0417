import type { FieldProps } from '@rjsf/utils';
import { isObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { FieldFrame } from '../fields/field-frame.tsx';
import { formJson } from '../fields/form-json.ts';
import { JsonFormField } from '../fields/json-form-field.tsx';
import { ValuePairs } from '../fields/value-pairs.tsx';

/** An object whose keys are free, each with a value. */
export function ValuesField(props: FieldProps): ReactNode {
  const value = formJson(props) ?? {};
  if (!isObject(value)) return <JsonFormField {...props} />;
  const { additionalProperties: inner } = props.schema;
  const isText = typeof inner === 'object' && inner.type === 'string';
  return (
    <FieldFrame field={props} isGroup>
      {(label) => (
        <ValuePairs
          label={label}
          value={value}
          isText={isText}
          onChange={(next) => props.onChange(next, props.fieldPathId.path)}
        />
      )}
    </FieldFrame>
  );
}
