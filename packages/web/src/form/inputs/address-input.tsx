import { nativeNodes } from '@skein/dialects';
import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { ValueInput } from '../prompt/value-input.tsx';

const unwritten = nativeNodes.http.initialConfig?.['url'];

/** The address of a request; empty in a new node, with what one looks like. */
export function AddressInput({ id, label, options, value, ...props }: WidgetProps): ReactNode {
  const written = typeof value === 'string' && value !== unwritten ? value : '';
  return (
    <ValueInput
      label={label}
      value={written}
      onChange={(text) => props.onChange(text === '' ? options.emptyValue : text)}
      onBlur={() => props.onBlur(id, value)}
      size="single"
      placeholder="https://api.example.com/orders"
      isLiteral={options['isLiteral'] === true}
    />
  );
}
