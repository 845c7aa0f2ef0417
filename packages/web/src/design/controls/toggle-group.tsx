import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface ToggleGroupProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly className?: string;
}

/** One of a few choices as a row of pills that scrolls when it does not fit. */
export function ToggleGroup<Value extends string>(props: ToggleGroupProps<Value>): ReactNode {
  const { label, choices, value, onChange, className } = props;
  return (
    <div
      role="group"
      aria-label={label}
      className={classNames('flex gap-1 overflow-x-auto p-0.5', className)}
    >
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={value === choice.value}
          onClick={() => onChange(choice.value)}
          className="h-7 shrink-0 rounded-full border border-control/60 bg-surface px-2.5 text-xs font-medium text-text-2 hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
