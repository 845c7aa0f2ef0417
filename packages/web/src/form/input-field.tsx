import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { Braces } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useChosenWorkflow } from '../data/workflows.ts';
import { Button } from '../design/controls/button.tsx';
import { Field } from '../design/controls/field.tsx';
import { JsonField } from './fields/json-field.tsx';
import { LazySchemaForm } from './lazy-schema-form.tsx';
import { toFormSchema } from '../graph/forms/config-schema.ts';
import { plainJson } from '../graph/plain-json.ts';

interface InputFieldProps {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  /** The id of the workflow that takes it. */
  readonly workflow: string;
  /** In place of what the workflow says that it takes. */
  readonly form?: JsonObject | undefined;
  /** The height of the field for JSON, in lines. */
  readonly rows?: number;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

/** With the form of the input of the workflow, if it says what it takes; as JSON with one click. */
export function InputField(props: InputFieldProps): ReactNode {
  const { id, label, note, workflow, form, rows = 3, value, onChange } = props;
  const [isJson, setJson] = useState(false);
  const { inputSchema } = useChosenWorkflow(workflow) ?? {};
  const taken = form ?? inputSchema;
  const schema = isObject(taken) ? toFormSchema(taken) : null;
  if (schema === null || isJson)
    return (
      <Field label={label} note={note}>
        {(field) => (
          <JsonField id={field.id} label={label} value={value} onChange={onChange} rows={rows} />
        )}
      </Field>
    );
  return (
    <>
      <LazySchemaForm
        id={id}
        label={label}
        schema={schema}
        data={value}
        onChange={(data) => onChange(plainJson(data))}
      />
      <Button
        size="sm"
        tone="ghost"
        icon={Braces}
        className="justify-self-start"
        onClick={() => setJson(true)}
      >
        As JSON
      </Button>
    </>
  );
}
