import type { WidgetProps } from '@rjsf/utils';
import { useContext, type ReactNode } from 'react';
import { readDuration, writeDuration } from '../../graph/forms/duration-text.ts';
import { ExpressionContext } from '../expressions/expression-context.ts';
import { ExpressionSwitch } from '../expressions/expression-switch.tsx';
import { WrittenInput } from './written-input.tsx';

/** A time in milliseconds, as people write it: 30 seconds, 2 hours, 3 days. */
export function DurationInput(props: WidgetProps): ReactNode {
  const { id, label, options, schema, onChange } = props;
  const isFilled = useContext(ExpressionContext) !== null && options['isLiteral'] !== true;
  const isComputed = [schema.type].flat().includes('string');
  // A number of milliseconds, or what computes it.
  const value = (props.value ?? undefined) as string | number | undefined;
  const isText = typeof value === 'string' && value.startsWith('${') && !value.startsWith('${=');
  return (
    <ExpressionSwitch
      label={label}
      value={value}
      onChange={(next) => onChange(next ?? options.emptyValue)}
      isLiteral={!isFilled || !isComputed}
    >
      {(write) => (
        <WrittenInput
          id={id}
          value={isText ? value : typeof value === 'number' ? writeDuration(value) : ''}
          read={(text) => (text.startsWith('${') ? text : readDuration(text))}
          placeholder="30 seconds, 2 hours, 3 days"
          cure="Write a number and a unit, such as 30 seconds, 2 hours or 3 days."
          onChange={(next) => write(next ?? undefined)}
        />
      )}
    </ExpressionSwitch>
  );
}
