// Forms from JSON schemas
// For node settings, run inputs and answers. What a schema leaves open is edited as JSON.
import withThemeModule, { type ThemeProps } from '@rjsf/core/lib/withTheme.js';
import { toErrorSchema, type ErrorSchema, type RJSFSchema } from '@rjsf/utils';
import { ownValue, type Json, type JsonObject } from '@skein/kernel';
import { useMemo, type ReactNode } from 'react';
import { CheckboxesInput, RadioInput, SelectInput, SwitchInput } from '../inputs/choice-inputs.tsx';
import { CodeInput } from '../code/code-input.tsx';
import { ConditionField } from '../conditions/condition-field.tsx';
import { EffortInput } from '../inputs/effort-input.tsx';
import { FieldTemplate } from './field-template.tsx';
import { JsonFormField } from '../fields/json-form-field.tsx';
import { LinesField } from '../fields/lines-field.tsx';
import {
  FunctionInput,
  ProviderInput,
  SecretInput,
  ToolInput,
} from '../inputs/catalogue-inputs.tsx';
import { AddressInput } from '../inputs/address-input.tsx';
import { ListItemTemplate, ListTemplate } from './list-template.tsx';
import { ModelInput } from '../inputs/model-input.tsx';
import { ObjectTemplate } from './object-template.tsx';
import { PromptInput } from '../prompt/prompt-input.tsx';
import { RecordsField } from '../fields/records-field.tsx';
import { StepInput } from '../inputs/step-input.tsx';
import { TextArea, TextInput } from '../inputs/text-input.tsx';
import { ToolRecordsField } from '../fields/tool-records-field.tsx';
import { ToolsField } from '../fields/tools-field.tsx';
import type { FieldName, WidgetName } from './field-names.ts';
import { uiSchemaOf, type NamedFields } from './ui-schema.ts';
import { AlternativesField } from '../fields/alternatives-field.tsx';
import { ArgumentsField } from '../fields/arguments-field.tsx';
import { DurationsField } from '../fields/durations-field.tsx';
import { SchemaField } from '../fields/schema-field.tsx';
import { DurationInput } from '../inputs/duration-input.tsx';
import { FormErrors, NamedForm } from './named-form.tsx';
import { AggregatesField } from '../steps/aggregates-field.tsx';
import { MatchField } from '../steps/match-field.tsx';
import { NamesField } from '../steps/names-field.tsx';
import { OrderField } from '../steps/order-field.tsx';
import { RowFieldField, RowFieldsField } from '../steps/row-field.tsx';
import { TemplateField, ValueField } from '../fields/template-field.tsx';
import { ValuesField } from '../steps/values-field.tsx';
import { WhereField } from '../steps/where-field.tsx';
import { VersionInput } from '../inputs/version-input.tsx';
import { validator } from './validator.ts';
import { WorkflowField } from '../fields/workflow-field.tsx';

type Widgets = NonNullable<ThemeProps['widgets']>;
type Fields = NonNullable<ThemeProps['fields']>;

const widgets: Readonly<Record<WidgetName, Widgets[string]>> = {
  prompt: PromptInput,
  code: CodeInput,
  model: ModelInput,
  effort: EffortInput,
  provider: ProviderInput,
  tool: ToolInput,
  step: StepInput,
  secret: SecretInput,
  address: AddressInput,
  function: FunctionInput,
  version: VersionInput,
  duration: DurationInput,
};

const fields: Readonly<Record<FieldName, Fields[string]>> = {
  json: JsonFormField,
  lines: LinesField,
  records: RecordsField,
  condition: ConditionField,
  tools: ToolsField,
  toolRecords: ToolRecordsField,
  workflow: WorkflowField,
  template: TemplateField,
  value: ValueField,
  where: WhereField,
  order: OrderField,
  rowField: RowFieldField,
  rowFields: RowFieldsField,
  aggregates: AggregatesField,
  names: NamesField,
  values: ValuesField,
  match: MatchField,
  alternatives: AlternativesField,
  fields: SchemaField,
  durations: DurationsField,
  arguments: ArgumentsField,
};

const standardWidgets: Widgets = {
  TextareaWidget: TextArea,
  SelectWidget: SelectInput,
  RadioWidget: RadioInput,
  CheckboxesWidget: CheckboxesInput,
  CheckboxWidget: SwitchInput,
};

const ThemedForm = withThemeModule({
  templates: {
    FieldTemplate,
    ObjectFieldTemplate: ObjectTemplate,
    ArrayFieldTemplate: ListTemplate,
    ArrayFieldItemTemplate: ListItemTemplate,
    BaseInputTemplate: TextInput,
    ErrorListTemplate: () => null,
  },
  widgets: { ...standardWidgets, ...widgets },
  fields,
});

export interface SchemaFormProps {
  readonly id: string;
  readonly label: string;
  readonly schema: JsonObject;
  readonly data: Json | undefined;
  /** Widgets for fields with known keys. */
  readonly named?: NamedFields;
  /** What others, such as the server, say about its fields, by their keys, with points between them. */
  readonly problems?: Readonly<Record<string, string>>;
  readonly onChange?: (data: Json) => void;
  readonly onSubmit?: (data: Json) => void;
}

export function SchemaForm(props: SchemaFormProps): ReactNode {
  const { id, label, data, named, problems, onChange, onSubmit } = props;
  const isRecord = ownValue(props.schema, 'properties') !== undefined;
  // A single field is called what the form is called, and is no second element with its id.
  const schema = isRecord ? props.schema : { title: label, ...props.schema };
  const extraErrors = useMemo(() => errorsOf(problems), [problems]);
  return (
    <FormErrors label={label}>
      <ThemedForm
        tagName={NamedForm}
        id={id}
        idPrefix={isRecord ? id : `${id}-value`}
        // The library's type for the same value.
        schema={schema as RJSFSchema}
        uiSchema={{
          'ui:submitButtonOptions': { norender: true },
          ...uiSchemaOf(schema, named),
        }}
        formData={data}
        validator={validator}
        {...(extraErrors === undefined ? {} : { extraErrors })}
        // No implicit choice: the first of several options is not a default, and an optional list stays away, however many items it
        // must have when it is there.
        experimental_defaultFormStateBehavior={{
          constAsDefaults: 'skipOneOf',
          arrayMinItems: { populate: 'requiredOnly' },
        }}
        noHtml5Validate
        // Which mistakes are shown is decided by the fields.
        liveValidate="onChange"
        onChange={({ formData }) => onChange?.(formData as Json)}
        onSubmit={({ formData }) => onSubmit?.(formData as Json)}
        // Errors are shown at their fields; without this, they would also go to the console.
        onError={() => {}}
      >
        {' '}
      </ThemedForm>
    </FormErrors>
  );
}

function errorsOf(problems: SchemaFormProps['problems']): ErrorSchema | undefined {
  if (problems === undefined) return undefined;
  return toErrorSchema(
    Object.entries(problems).map(([path, message]) => ({
      name: 'said',
      property: `.${path}`,
      message,
      stack: message,
      params: {},
    })),
  );
}
