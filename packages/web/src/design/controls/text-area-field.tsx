import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Field } from './field.tsx';
import { inputClass } from './input-class.ts';

interface TextAreaFieldProps {
  readonly label: string;
  readonly rows: number;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A text of several lines with its label. */
export function TextAreaField(props: TextAreaFieldProps): ReactNode {
  const { label, rows, placeholder, value, onChange } = props;
  return (
    <Field label={label}>
      {(given) => (
        <textarea
          {...given}
          rows={rows}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={classNames(inputClass, 'resize-y py-2')}
        />
      )}
    </Field>
  );
}
