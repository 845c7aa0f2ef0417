import type { FieldProps } from '@rjsf/utils';
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { Select } from '../../design/controls/select.tsx';
import { textAt, withKey } from '../../graph/own-keys.ts';
import { PairsField } from './pairs-field.tsx';
import { PlainInput } from '../fields/plain-input.tsx';
import { RowFieldInput } from './row-field.tsx';

/** What groups of rows are summed up to: a function of a field, by the name of the result. */
export function AggregatesField(props: FieldProps): ReactNode {
  const given: unknown = props.uiSchema?.['ui:options']?.['choices'];
  const functions = Array.isArray(given) ? given.map(String) : [];
  const shows = (value: Json) =>
    isObject(value) && functions.includes(textAt(value, 'fn')) && isPlain(value);
  const options = functions.map((value) => ({ value, label: value }));
  return (
    <PairsField
      field={props}
      newPair={{ name: '', value: { fn: 'count' } }}
      add="Add value"
      shows={shows}
    >
      {(pair, change, name) => {
        const value = isObject(pair.value) ? pair.value : {};
        const put = (key: string, text: string) =>
          change({ ...pair, value: withKey(value, key, text === '' ? undefined : text) });
        return (
          <div className="grid gap-1.5 rounded-md bg-sunken p-2">
            <PlainInput
              label={`${name}: name`}
              placeholder="Name of the result"
              value={pair.name}
              onChange={(next) => change({ ...pair, name: next })}
            />
            <div className="flex gap-2">
              <Select
                label={`${name}: function`}
                className="w-28! shrink-0"
                value={textAt(value, 'fn')}
                onChange={(fn) => put('fn', fn)}
                options={options}
              />
              <div className="min-w-0 flex-1">
                <RowFieldInput
                  id={`${props.fieldPathId.$id}-${name}`}
                  label={`${name}: field`}
                  isBare
                  placeholder="Field; empty: the rows"
                  value={textAt(value, 'field')}
                  onChange={(field) => put('field', field)}
                />
              </div>
            </div>
          </div>
        );
      }}
    </PairsField>
  );
}

function isPlain(value: JsonObject): boolean {
  return Object.entries(value).every(
    ([key, each]) => (key === 'fn' || key === 'field') && typeof each === 'string',
  );
}
