import type { FieldProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { useWorkflows } from '../data/workflows.ts';
import { FieldFrame } from './field-frame.tsx';
import { JsonFormField } from './json-form-field.tsx';
import { SuggestInput } from './suggest-input.tsx';

/** The id of a stored workflow; one that is written inside of the node is edited as JSON. */
export function WorkflowField(props: FieldProps): ReactNode {
  const known = useWorkflows().data?.items ?? [];
  const value: unknown = props.formData ?? '';
  if (typeof value !== 'string') return <JsonFormField {...props} />;
  const suggestions = known.map(({ id, name }) => ({
    value: id,
    ...(name === null || name === undefined ? {} : { note: name }),
  }));
  return (
    <FieldFrame field={props}>
      {(label) => (
        <SuggestInput
          id={props.fieldPathId.$id}
          label={label}
          value={value}
          onChange={(text) =>
            props.onChange(text === '' ? undefined : text, props.fieldPathId.path)
          }
          suggestions={suggestions}
        />
      )}
    </FieldFrame>
  );
}
