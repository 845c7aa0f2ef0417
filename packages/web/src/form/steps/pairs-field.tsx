import type { FieldProps } from '@rjsf/utils';
import { formJson } from '../fields/form-json.ts';
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { FieldFrame } from '../fields/field-frame.tsx';
import { JsonFormField } from '../fields/json-form-field.tsx';
import { EntryRows } from '../fields/entry-rows.tsx';
import { usePairs, type Pair } from '../fields/use-pairs.ts';

interface PairsFieldProps {
  readonly field: FieldProps;
  readonly newPair: Pair;
  /** The words on the button. */
  readonly add: string;
  /** Whether it can show a value; an object with another one is edited as JSON. */
  readonly shows?: (value: Json) => boolean;
  readonly children: (pair: Pair, change: (pair: Pair) => void, name: string) => ReactNode;
}

/** An object whose keys are free, pair by pair. */
export function PairsField(props: PairsFieldProps): ReactNode {
  const { field, shows = () => true } = props;
  const value = formJson(field) ?? {};
  if (!isObject(value) || !Object.values(value).every(shows)) return <JsonFormField {...field} />;
  return <Pairs {...props} value={value} />;
}

function Pairs(props: PairsFieldProps & { readonly value: JsonObject }): ReactNode {
  const { field, value, newPair, add, children } = props;
  const [pairs, write] = usePairs(value, (next) =>
    field.onChange(Object.keys(next).length === 0 ? undefined : next, field.fieldPathId.path),
  );
  return (
    <FieldFrame field={field} isGroup>
      {(label) => (
        <EntryRows label={label} entries={pairs} onChange={write} newEntry={newPair} add={add}>
          {children}
        </EntryRows>
      )}
    </FieldFrame>
  );
}
