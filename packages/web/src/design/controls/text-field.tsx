import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Field } from './field.tsx';
import { inputClass } from './input-class.ts';
import { useComplaint } from './use-complaint.ts';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly label: string;
  readonly note?: ReactNode;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One line of text with its label. */
export function TextField(props: TextFieldProps): ReactNode {
  const { label, note, error, value, onChange, className, ...rest } = props;
  const { complaint, listeners } = useComplaint(label);
  return (
    <Field label={label} note={note} error={error ?? complaint}>
      {(given) => (
        <input
          {...listeners}
          {...rest}
          {...given}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={classNames(inputClass, 'h-9', className)}
        />
      )}
    </Field>
  );
}
