import type { FieldProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { ExpressionContext } from '../expressions/expression-context.ts';
import { useContext } from 'react';
import { FieldFrame } from './field-frame.tsx';
import { formJson } from './form-json.ts';
import { isLiteral } from './is-literal.ts';
import { JsonField } from './json-field.tsx';
import { TemplateInput } from './template-input.tsx';

/** A form field for any JSON: with references, where the engine fills them. */
export function JsonFormField(props: FieldProps): ReactNode {
  const { fieldPathId } = props;
  const isFilled = useContext(ExpressionContext) !== null && !isLiteral(props);
  const value = formJson(props);
  const write = (next: typeof value) => props.onChange(next, fieldPathId.path);
  return (
    <FieldFrame field={props} isGroup={isFilled}>
      {(label) =>
        isFilled ? (
          <TemplateInput label={label} value={value} onChange={write} />
        ) : (
          <JsonField id={fieldPathId.$id} label={label} value={value} onChange={write} />
        )
      }
    </FieldFrame>
  );
}
