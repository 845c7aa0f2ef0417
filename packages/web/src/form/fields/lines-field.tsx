import type { FieldProps } from '@rjsf/utils';
import { useContext, useState, type ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import { inputClass } from '../../design/controls/input-class.ts';
import { unwrapExpression } from '../../graph/expressions/whole-expression.ts';
import { ExpressionContext } from '../expressions/expression-context.ts';
import { PromptVariables } from '../prompt/prompt-variables.ts';
import { ValueInput } from '../prompt/value-input.tsx';
import { FieldFrame } from './field-frame.tsx';
import { formJson } from './form-json.ts';
import { isLiteral } from './is-literal.ts';
import { JsonFormField } from './json-form-field.tsx';

/** A list of texts, one per line, or what gives the list. Anything else is edited as JSON. */
export function LinesField(props: FieldProps): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const isFilled = useContext(ExpressionContext) !== null && !isLiteral(props);
  const value = formJson(props);
  const offered = useContext(PromptVariables);
  const isOne = isFilled && typeof value === 'string';
  if (value !== undefined && !isOne && !isPlainList(value)) return <JsonFormField {...props} />;
  const written = typeof value === 'string' ? value : (value ?? []).join('\n');
  const write = (text: string) => {
    setDraft(text);
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const [only = ''] = lines;
    // A list that comes from elsewhere is no list of one text.
    const isList =
      unwrapExpression(only) !== null ||
      only === value ||
      offered.some((each) => each.text === only && each.type === 'list');
    const next = isFilled && lines.length === 1 && isList ? only : lines;
    props.onChange(lines.length === 0 ? undefined : next, props.fieldPathId.path);
  };
  const shared = { value: draft ?? written, onBlur: () => setDraft(null) };
  return (
    <FieldFrame field={props} isGroup={isFilled}>
      {(label) =>
        isFilled ? (
          <ValueInput label={`${label}, one per line`} size="line" onChange={write} {...shared} />
        ) : (
          <textarea
            id={props.fieldPathId.$id}
            aria-label={`${label}, one per line`}
            rows={3}
            placeholder="One per line"
            onChange={(event) => write(event.target.value)}
            className={classNames(inputClass, 'resize-y py-2')}
            {...shared}
          />
        )
      }
    </FieldFrame>
  );
}

function isPlainList(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.every((item) => typeof item === 'string' && !item.includes('\n'))
  );
}
