import { isList } from '../../graph/own-keys.ts';
import type { FieldProps } from '@rjsf/utils';
import { formJson } from '../fields/form-json.ts';
import { isObject, ownValue, type Json } from '@skein/kernel';
import type { ReactNode } from 'react';
import { Select } from '../../design/controls/select.tsx';
import { FieldFrame } from '../fields/field-frame.tsx';
import { JsonFormField } from '../fields/json-form-field.tsx';
import { EntryRows } from '../fields/entry-rows.tsx';
import { RowFieldInput } from './row-field.tsx';

interface Order {
  readonly field: string;
  readonly order: string;
}

const orders = [
  { value: 'asc', label: 'ascending' },
  { value: 'desc', label: 'descending' },
];

/** What rows are sorted by: the first field decides, then the next. */
export function OrderField(props: FieldProps): ReactNode {
  const read = readOrders(formJson(props) ?? []);
  if (read === null) return <JsonFormField {...props} />;
  const write = (next: readonly Order[]) => props.onChange([...next], props.fieldPathId.path);
  return (
    <FieldFrame field={props} isGroup>
      {(label) => (
        <EntryRows
          label={label}
          entries={read}
          onChange={write}
          newEntry={{ field: '', order: 'asc' }}
          add="Add field"
        >
          {(entry, change, name) => (
            <div className="flex gap-2">
              <div className="min-w-0 flex-1">
                <RowFieldInput
                  id={`${props.fieldPathId.$id}-${name}`}
                  label={`${name}: field`}
                  isBare
                  value={entry.field}
                  onChange={(field) => change({ ...entry, field })}
                />
              </div>
              <Select
                label={`${name}: order`}
                className="w-32! shrink-0"
                value={entry.order}
                onChange={(order) => change({ ...entry, order })}
                options={orders}
              />
            </div>
          )}
        </EntryRows>
      )}
    </FieldFrame>
  );
}

function readOrders(value: Json): readonly Order[] | null {
  const list: readonly Json[] = isList(value) ? value : [value];
  const read = list.map(readOrder);
  const known = read.filter((each) => each !== null);
  return known.length === read.length ? known : null;
}

function readOrder(value: Json): Order | null {
  if (typeof value === 'string') return { field: value, order: 'asc' };
  if (!isObject(value)) return null;
  const field = ownValue(value, 'field') ?? '';
  const order = ownValue(value, 'order') ?? 'asc';
  const isKnown = Object.keys(value).every((key) => key === 'field' || key === 'order');
  return typeof field === 'string' && typeof order === 'string' && isKnown
    ? { field, order }
    : null;
}
