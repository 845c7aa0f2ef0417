import {
  ariaDescribedByIds,
  getSchemaType,
  type BaseInputTemplateProps,
  type WidgetProps,
} from '@rjsf/utils';
import type { ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import { inputClass } from '../../design/controls/input-class.ts';
import { ExpressionSwitch } from '../expressions/expression-switch.tsx';

export function TextInput(props: BaseInputTemplateProps): ReactNode {
  const { schema, label, options } = props;
  // A number that may also be written as a text may be computed.
  const isComputed = [schema.type].flat().includes('string');
  const isLiteral = options['isLiteral'] === true || !isComputed;
  // What an input of one line shows.
  const value = (props.value ?? undefined) as string | number | undefined;
  return (
    <ExpressionSwitch
      label={label}
      value={value}
      onChange={(next) => props.onChange(next ?? options.emptyValue)}
      isLiteral={isLiteral}
      layout="beside"
    >
      {(write) => <PlainInput {...props} onChange={write} />}
    </ExpressionSwitch>
  );
}

function PlainInput(props: BaseInputTemplateProps): ReactNode {
  const { id, schema, rawErrors, options } = props;
  const type = getSchemaType(schema);
  const isNumber = type === 'number' || type === 'integer';
  const value = props.value as string | number | undefined | null;
  const read = (text: string): unknown => {
    if (text === '') return options.emptyValue;
    const number = Number(text);
    return isNumber && text.trim() !== '' && !Number.isNaN(number) ? number : text;
  };
  return (
    <input
      id={id}
      name={id}
      inputMode={isNumber ? 'decimal' : undefined}
      value={value ?? ''}
      disabled={props.disabled === true || props.readonly === true}
      aria-invalid={(rawErrors?.length ?? 0) > 0 || undefined}
      aria-describedby={ariaDescribedByIds(id)}
      onChange={(event) => props.onChange(read(event.target.value))}
      onBlur={() => props.onBlur(id, value)}
      onFocus={() => props.onFocus(id, value)}
      className={classNames(inputClass, 'num h-9')}
    />
  );
}

export function TextArea(props: WidgetProps): ReactNode {
  const { id, options } = props;
  const value = props.value as string | undefined | null;
  return (
    <textarea
      id={id}
      rows={2}
      value={value ?? ''}
      onChange={(event) =>
        props.onChange(event.target.value === '' ? options.emptyValue : event.target.value)
      }
      onBlur={() => props.onBlur(id, value)}
      aria-describedby={ariaDescribedByIds(id)}
      className={classNames(inputClass, 'resize-y py-2')}
    />
  );
}
