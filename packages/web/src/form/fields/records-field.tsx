import type { FieldProps } from '@rjsf/utils';
import { isObject, type Json } from '@skein/kernel';
import type { ReactNode } from 'react';
import { movedItem } from '../../graph/moved-item.ts';
import { MoveItem } from '../lists/list-changes.ts';
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
  const items: readonly Json[] = value;
  const move = (from: number, to: number) =>
    props.onChange(movedItem(items, from, to), props.fieldPathId.path);
  return (
    <FieldFrame field={props} isGroup>
      {() => (
        <MoveItem value={move}>
          <ArrayField {...props} uiSchema={uiSchema} />
        </MoveItem>
      )}
    </FieldFrame>
  );
}
