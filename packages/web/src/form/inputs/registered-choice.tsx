import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils';
import type { ComponentProps, ReactNode } from 'react';
import { ExpressionSwitch } from '../expressions/expression-switch.tsx';
import { ChoiceInput } from './choice-input.tsx';

interface RegisteredChoiceProps extends Pick<
  ComponentProps<typeof ChoiceInput>,
  'placeholder' | 'choices' | 'empty' | 'absent'
> {
  readonly field: WidgetProps;
  /** Empty while nothing is chosen. */
  readonly value: string;
}

/** One of those that the server knows, or an expression. */
export function RegisteredChoice({ field, value, ...choice }: RegisteredChoiceProps): ReactNode {
  const { id, label, options, onChange } = field;
  return (
    <ExpressionSwitch
      label={label}
      value={value === '' ? undefined : value}
      onChange={(next) => onChange(next === '' ? options.emptyValue : next)}
      isLiteral={options['isLiteral'] === true}
    >
      {(write) => (
        <ChoiceInput
          id={id}
          label={label}
          value={value}
          onChange={write}
          describedBy={ariaDescribedByIds(id)}
          {...choice}
        />
      )}
    </ExpressionSwitch>
  );
}
