import type { FieldProps } from '@rjsf/utils';
import { whereToExpression } from '@skein/kernel';
import type { ReactNode } from 'react';
import { formJson } from '../fields/form-json.ts';
import { readWhere, writeWhere } from '../../graph/conditions/where-tree.ts';
import { ConditionInput } from '../conditions/condition-field.tsx';
import { FieldFrame } from '../fields/field-frame.tsx';

const notation = { read: readWhere, write: writeWhere, convert: whereToExpression };

/** The condition of a filter, over the fields of a row. */
export function WhereField(props: FieldProps): ReactNode {
  return (
    <FieldFrame field={props} isGroup>
      {(label) => (
        <ConditionInput
          id={props.fieldPathId.$id}
          label={label}
          value={formJson(props)}
          onChange={(next) => props.onChange(next, props.fieldPathId.path)}
          notation={notation}
        />
      )}
    </FieldFrame>
  );
}
