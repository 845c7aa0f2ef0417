import type { FieldProps } from '@rjsf/utils';
import { formJson } from '../fields/form-json.ts';
import { isObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { textAt } from '../../graph/own-keys.ts';
import { FieldFrame } from '../fields/field-frame.tsx';
import { JsonFormField } from '../fields/json-form-field.tsx';
import { PlainInput } from '../fields/plain-input.tsx';
import { RowFieldInput } from './row-field.tsx';

/** A field of both lists; written as one name while the names are equal. */
export function MatchField(props: FieldProps): ReactNode {
  const value = formJson(props) ?? '';
  const isKnown = typeof value === 'string' || isObject(value);
  if (!isKnown) return <JsonFormField {...props} />;
  const left = typeof value === 'string' ? value : textAt(value, 'left');
  const right = typeof value === 'string' ? value : textAt(value, 'right');
  const write = (next: { readonly left: string; readonly right: string }) => {
    const one = next.left === '' ? undefined : next.left;
    props.onChange(next.left === next.right ? one : next, props.fieldPathId.path);
  };
  return (
    <FieldFrame field={props} isGroup>
      {(label) => (
        <div role="group" aria-label={label} className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <RowFieldInput
              id={props.fieldPathId.$id}
              label={`${label}: field of these rows`}
              isBare
              placeholder="Of these rows"
              value={left}
              onChange={(next) => write({ left: next, right })}
            />
          </div>
          <span aria-hidden className="text-text-3">
            =
          </span>
          <div className="min-w-0 flex-1">
            <PlainInput
              label={`${label}: field of the other list`}
              placeholder="Of the other list"
              value={right}
              onChange={(next) => write({ left, right: next })}
            />
          </div>
        </div>
      )}
    </FieldFrame>
  );
}
