import type { FieldProps } from '@rjsf/utils';
import { useState, type ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import { inputClass } from '../../design/controls/input-class.ts';
import { ExpressionSwitch } from '../expressions/expression-switch.tsx';
import { FieldFrame } from './field-frame.tsx';
import { isLiteral } from './is-literal.ts';
import { JsonFormField } from './json-form-field.tsx';

/** A list of texts, one per line. Anything else, such as a reference, is edited as JSON. */
export function LinesField(props: FieldProps): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const value: unknown = props.formData;
  if (value !== undefined && !isPlainList(value)) return <JsonFormField {...props} />;
  return (
    <FieldFrame field={props}>
      {(label) => (
        <ExpressionSwitch
          label={label}
          value={value}
          onChange={(next) => props.onChange(next, props.fieldPathId.path)}
          isLiteral={isLiteral(props)}
        >
          {(write) => (
            <textarea
              id={props.fieldPathId.$id}
              aria-label={`${label}, one per line`}
              rows={3}
              placeholder="One per line"
              value={draft ?? (value ?? []).join('\n')}
              onChange={(event) => {
                setDraft(event.target.value);
                const lines = event.target.value.split('\n').filter((line) => line.trim() !== '');
                write(lines.length === 0 ? undefined : lines);
              }}
              onBlur={() => setDraft(null)}
              className={classNames(inputClass, 'resize-y py-2')}
            />
          )}
        </ExpressionSwitch>
      )}
    </FieldFrame>
  );
}

function isPlainList(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.every((item) => typeof item === 'string' && !item.includes('\n'))
  );
}
