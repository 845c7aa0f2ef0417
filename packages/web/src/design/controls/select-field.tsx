import type { ReactNode } from 'react';
import { Field } from './field.tsx';
import { Select, type Option } from './select.tsx';

interface SelectFieldProps {
  readonly label: string;
  readonly note?: ReactNode;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly Option[];
}

/** A choice with its label. */
export function SelectField({ label, note, error, ...chosen }: SelectFieldProps): ReactNode {
  return (
    <Field label={label} note={note} error={error}>
      {(given) => <Select {...given} label={label} {...chosen} />}
    </Field>
  );
}
