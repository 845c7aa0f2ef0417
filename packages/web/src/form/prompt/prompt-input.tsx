import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { ValueInput } from './value-input.tsx';

/** A text of some length. */
export function PromptInput(props: WidgetProps): ReactNode {
  const { id, label, options, onChange, onBlur } = props;
  const value = typeof props.value === 'string' ? props.value : '';
  return (
    <ValueInput
      label={label}
      value={value}
      onChange={(text) => onChange(text === '' ? options.emptyValue : text)}
      onBlur={() => onBlur(id, value)}
      size="text"
      isLiteral={options['isLiteral'] === true}
    />
  );
}
