import {
  ariaDescribedByIds,
  getSchemaType,
  type BaseInputTemplateProps,
  type WidgetProps,
} from '@rjsf/utils';
import { useContext, type ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import { inputClass } from '../../design/controls/input-class.ts';
import { ExpressionContext } from '../expressions/expression-context.ts';
import { useShownError } from '../field-errors.ts';
import { ValueInput } from '../prompt/value-input.tsx';

/** One line: with references where the engine fills them. */
export function TextInput(props: BaseInputTemplateProps): ReactNode {
  const { id, schema, label, options, value, onChange, onBlur } = props;
  const isFilled = useContext(ExpressionContext) !== null && options['isLiteral'] !== true;
  // A number that may also be written as a text may be computed.
  const isComputed = [schema.type].flat().includes('string');
  if (!isFilled || !isComputed) return <PlainInput {...props} />;
  return (
    <ValueInput
      label={label}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={(text) => onChange(readText(text, props))}
      onBlur={() => onBlur(id, value)}
      size="single"
    />
  );
}

/** A number where one is meant, else the text. */
function readText(text: string, { schema, options }: BaseInputTemplateProps): unknown {
  if (text === '') return options.emptyValue;
  const type = getSchemaType(schema);
  const isNumber = type === 'number' || type === 'integer';
  const number = Number(text);
  return isNumber && text.trim() !== '' && !Number.isNaN(number) ? number : text;
}

function PlainInput(props: BaseInputTemplateProps): ReactNode {
  const { id, schema, rawErrors } = props;
  const error = useShownError(id, rawErrors);
  const type = getSchemaType(schema);
  const isNumber = type === 'number' || type === 'integer';
  const value = props.value as string | number | undefined | null;
  return (
    <input
      id={id}
      name={id}
      inputMode={isNumber ? 'decimal' : undefined}
      value={value ?? ''}
      disabled={props.disabled === true || props.readonly === true}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={ariaDescribedByIds(id)}
      onChange={(event) => props.onChange(readText(event.target.value, props))}
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
