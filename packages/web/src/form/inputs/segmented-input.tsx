import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';

interface SegmentedInputProps<Value> {
  readonly labelledBy: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** More than this take a second row. */
const inRowMax = 4;

/** One of a few choices, all visible. */
export function SegmentedInput<Value>(props: SegmentedInputProps<Value>): ReactNode {
  const { labelledBy, value, choices, onChange } = props;
  return (
    <RadioGroup
      aria-labelledby={labelledBy}
      value={value}
      onValueChange={(chosen) => onChange(chosen)}
      className={classNames(
        'grid rounded-md border border-control bg-sunken p-0.5',
        choices.length > inRowMax ? 'grid-cols-4' : 'auto-cols-fr grid-flow-col',
      )}
    >
      {choices.map((choice) => (
        <Radio.Root
          key={String(choice.value)}
          value={choice.value}
          aria-label={choice.label}
          className="flex h-8 min-w-0 items-center justify-center rounded-sm px-2 text-sm font-medium text-text-2 data-checked:bg-thumb data-checked:text-text data-checked:shadow-1"
        >
          <span className="truncate">{choice.label}</span>
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
