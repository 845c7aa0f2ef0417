import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { SegmentedInput } from './segmented-input.tsx';

const efforts = [
  { value: '', label: 'Default' },
  { value: 'none', label: 'None' },
  { value: 'minimal', label: 'Minimal' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
  { value: 'xhigh', label: 'Extra high' },
  { value: 'max', label: 'Max' },
];

/** The reasoning effort. Another value, such as a reference, stays until a choice is made. */
export function EffortInput(props: WidgetProps): ReactNode {
  const written = typeof props.value === 'string' ? props.value : '';
  const known = efforts.find(({ value }) => value === written.toLowerCase());
  return (
    <SegmentedInput
      labelledBy={`${props.id}__label`}
      value={known?.value ?? written}
      choices={known === undefined ? [...efforts, { value: written, label: written }] : efforts}
      onChange={(value) => props.onChange(value === '' ? props.options.emptyValue : value)}
    />
  );
}
