// Arguments of what a node calls
// A form from the schema of the tool, the function or the workflow that another setting names, each field with the picker. Without a
// schema, and for a value that is computed as a whole, any value.
import type { FieldProps, RJSFSchema } from '@rjsf/utils';
import { isObject, type Json } from '@skein/kernel';
import { Braces, ListPlus } from 'lucide-react';
import { useContext, useState, type ReactNode } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { ArgumentFormContext, type ArgumentForm } from './argument-form.ts';
import { FieldFrame } from './field-frame.tsx';
import { formJson } from './form-json.ts';
import { TemplateField } from './template-field.tsx';
import { TemplateInput } from './template-input.tsx';

export function ArgumentsField(props: FieldProps): ReactNode {
  const form = useContext(ArgumentFormContext);
  return form === null ? <TemplateField {...props} /> : <FromSchema {...props} form={form} />;
}

function FromSchema({ form, ...props }: FieldProps & { readonly form: ArgumentForm }): ReactNode {
  const value = formJson(props);
  const [isWhole, setWhole] = useState(value !== undefined && !isObject(value));
  const isForm = !isWhole && (value === undefined || isObject(value));
  const write = (next: Json | undefined) => props.onChange(next, props.fieldPathId.path);
  return (
    <FieldFrame
      field={props}
      isGroup
      actions={
        <Button
          size="sm"
          tone="ghost"
          icon={isForm ? Braces : ListPlus}
          className="-my-1"
          disabled={!isForm && value !== undefined && !isObject(value)}
          onClick={() => setWhole(isForm)}
        >
          {isForm ? 'As JSON' : 'As fields'}
        </Button>
      }
    >
      {(label) =>
        isForm ? (
          <ArgumentFields {...props} form={form} />
        ) : (
          <TemplateInput label={label} value={value} onChange={write} />
        )
      }
    </FieldFrame>
  );
}

function ArgumentFields({
  form,
  ...props
}: FieldProps & { readonly form: ArgumentForm }): ReactNode {
  const { ObjectField } = props.registry.fields;
  const value = formJson(props);
  if (ObjectField === undefined) return null;
  const { path } = props.fieldPathId;
  const change: FieldProps['onChange'] = (next, at, ...others) => {
    const isLast = next === undefined && at.length === path.length + 1;
    const left = isObject(value) ? Object.keys(value).filter((key) => key !== at.at(-1)) : [];
    // None is another thing than empty ones.
    if (isLast && left.length === 0) props.onChange(undefined, path);
    else props.onChange(next, at, ...others);
  };
  return (
    <div className="border-l-2 border-line pl-3">
      <ObjectField
        {...props}
        // The library's type for the same value.
        schema={form.schema as RJSFSchema}
        uiSchema={form.ui}
        errorSchema={form.check(value ?? {})}
        onChange={change}
      />
    </div>
  );
}
