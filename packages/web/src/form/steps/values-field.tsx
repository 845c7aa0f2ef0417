import type { FieldProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { TemplateInput } from '../fields/template-input.tsx';
import { PairsField } from './pairs-field.tsx';
import { PlainInput } from './plain-input.tsx';

/** Values by name; each may have references and expressions in it. */
export function ValuesField(props: FieldProps): ReactNode {
  const { additionalProperties: inner } = props.schema;
  const isText = typeof inner === 'object' && inner.type === 'string';
  return (
    <PairsField field={props} newPair={{ name: '', value: '' }} add="Add">
      {(pair, change, name) => (
        <div className="grid gap-1.5">
          <PlainInput
            label={`${name}: name`}
            placeholder="Name"
            value={pair.name}
            onChange={(next) => change({ ...pair, name: next })}
          />
          <TemplateInput
            field={props}
            id={`${props.fieldPathId.$id}-${name}`}
            label={`${name}: value`}
            value={pair.value}
            isText={isText}
            onChange={(value) => change({ ...pair, value: value ?? '' })}
          />
        </div>
      )}
    </PairsField>
  );
}
