// Forms from JSON schemas
// For the settings of nodes, the input of runs and the answers of people. What a schema leaves open is edited as JSON.
import withThemeModule, { type ThemeProps } from '@rjsf/core/lib/withTheme.js';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { Json, JsonObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { CheckboxesInput, RadioInput, SelectInput, SwitchInput } from './choice-inputs.tsx';
import { FieldTemplate, ObjectTemplate } from './field-template.tsx';
import { JsonFormField } from './json-form-field.tsx';
import { PromptInput } from './prompt-input.tsx';
import { TextArea, TextInput } from './text-input.tsx';
import { uiSchemaOf } from './ui-schema.ts';
import { validator } from './validator.ts';

const widgets: NonNullable<ThemeProps['widgets']> = {
  TextareaWidget: TextArea,
  SelectWidget: SelectInput,
  RadioWidget: RadioInput,
  CheckboxesWidget: CheckboxesInput,
  CheckboxWidget: SwitchInput,
  prompt: PromptInput,
};

const ThemedForm = withThemeModule({
  templates: {
    FieldTemplate,
    ObjectFieldTemplate: ObjectTemplate,
    BaseInputTemplate: TextInput,
    ErrorListTemplate: () => null,
  },
  widgets,
  fields: { json: JsonFormField },
});

export interface SchemaFormProps {
  readonly id: string;
  readonly label: string;
  readonly schema: JsonObject;
  readonly data: Json | undefined;
  readonly ui?: UiSchema;
  readonly onChange?: (data: Json) => void;
  readonly onSubmit?: (data: Json) => void;
}

export function SchemaForm(props: SchemaFormProps): ReactNode {
  const { id, label, schema, data, ui, onChange, onSubmit } = props;
  return (
    <ThemedForm
      aria-label={label}
      id={id}
      idPrefix={id}
      // The library's type of the same thing.
      schema={schema as RJSFSchema}
      uiSchema={{
        'ui:submitButtonOptions': { norender: true },
        ...uiSchemaOf(schema),
        ...ui,
      }}
      formData={data}
      validator={validator}
      noHtml5Validate
      liveValidate="onBlur"
      onChange={({ formData }) => onChange?.(formData as Json)}
      onSubmit={({ formData }) => onSubmit?.(formData as Json)}
      // Errors are shown at their fields; without this they would also be written to the console.
      onError={() => {}}
    >
      {' '}
    </ThemedForm>
  );
}
