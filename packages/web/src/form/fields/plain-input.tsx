import type { ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import { inputClass } from '../../design/controls/input-class.ts';

interface PlainInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One line of text without a visible label. */
export function PlainInput({ label, placeholder, value, onChange }: PlainInputProps): ReactNode {
  return (
    <input
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={classNames(inputClass, 'h-9')}
    />
  );
}
