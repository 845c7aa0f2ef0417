import type { FieldProps } from '@rjsf/utils';
import { isObject, type Json } from '@skein/kernel';
import type { ReactNode } from 'react';
import { FieldFrame } from './field-frame.tsx';
import { JsonFormField } from './json-form-field.tsx';

/** A list of records, each with its own form; a list with anything else in it is edited as JSON. */
export function RecordsField(props: FieldProps): ReactNode {
  const value = (props.formData ?? []) as Json;
  const { ArrayField } = props.registry.fields;
  if (
    ArrayField === undefined ||
    !Array.isArray(value) ||
    !value.every((item: Json) => isObject(item))
  )
    return <JsonFormField {...props} />;
  const { 'ui:field': _, ...uiSchema } = props.uiSchema ?? {};
  return (
    <FieldFrame field={props} isGroup>
      {() => <ArrayField {...props} uiSchema={uiSchema} />}
    </FieldFrame>
  );
}
