import type { FieldProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { readDurations, writeDurations } from '../../graph/forms/duration-text.ts';
import { WrittenInput } from '../inputs/written-input.tsx';
import { FieldFrame } from './field-frame.tsx';
import { formJson } from './form-json.ts';
import { TemplateField } from './template-field.tsx';

/** One duration or several, as people write them: 1 day, 3 days. What only a run knows is a value. */
export function DurationsField(props: FieldProps): ReactNode {
  const value = formJson(props);
  const words = writeDurations(value);
  if (words === null) return <TemplateField {...props} />;
  return (
    <FieldFrame field={props}>
      {() => (
        <WrittenInput
          id={props.fieldPathId.$id}
          value={words}
          read={readDurations}
          placeholder="1 day, 3 days"
          cure="Write numbers with units, such as 1 day, 3 days."
          onChange={(next) => props.onChange(next, props.fieldPathId.path)}
        />
      )}
    </FieldFrame>
  );
}
