import type { FieldProps } from '@rjsf/utils';
import type { Json } from '@skein/kernel';
import type { ReactNode } from 'react';
import { toTitle } from '../graph/forms/config-schema.ts';
import { JsonField } from './json-field.tsx';

/** A field of a form that takes any JSON. */
export function JsonFormField(props: FieldProps): ReactNode {
  const { fieldPathId, schema, name, required } = props;
  const label = schema.title ?? toTitle(name);
  return (
    <div className="col-span-2 grid content-start gap-1.5">
      <label htmlFor={fieldPathId.$id} className="text-sm font-medium">
        {label}
        {required === true && (
          <span className="text-bad-text" aria-hidden>
            {' '}
            *
          </span>
        )}
      </label>
      <JsonField
        id={fieldPathId.$id}
        label={label}
        value={props.formData as Json | undefined}
        onChange={(value) => props.onChange(value, fieldPathId.path)}
      />
      {schema.description !== undefined && (
        <p className="text-xs text-text-3">{schema.description}</p>
      )}
    </div>
  );
}
