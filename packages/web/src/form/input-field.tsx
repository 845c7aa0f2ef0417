import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { Braces } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Complaint } from '../data/problem.ts';
import { useChosenWorkflow } from '../data/workflows.ts';
import { Button } from '../design/controls/button.tsx';
import { Field } from '../design/controls/field.tsx';
import { JsonField } from './fields/json-field.tsx';
import { LazySchemaForm } from './lazy-schema-form.tsx';
import { refusedFields, refusedValue } from './refused-fields.ts';
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
  /** What the server said about the value when it was sent. */
  readonly complaints?: readonly Complaint[];
  /** Only what fits is sent. */
  readonly onSubmit?: () => void;
  /** What sends it: a button of the form with the id of the field. It does nothing before the form is loaded. */
  readonly footer?: (isLoaded: boolean) => ReactNode;
}

/** With the form of the input of the workflow, if it says what it takes; as JSON with one click. */
export function InputField(props: InputFieldProps): ReactNode {
  const { id, label, workflow, form, value, onChange, complaints = [], onSubmit, footer } = props;
  const [isJson, setJson] = useState(false);
  const { inputSchema } = useChosenWorkflow(workflow) ?? {};
  const taken = form ?? inputSchema;
  const schema = isObject(taken) ? toFormSchema(taken) : null;
  if (schema === null || isJson) return <WrittenInput {...props} />;
  // What this form has no field for is said below it: it may be older than what the server checks by.
  const unplaced = complaints.filter(({ pointer }) => !hasField(schema, pointer));
  return (
    <LazySchemaForm
      id={id}
      label={label}
      schema={schema}
      data={value}
      problems={refusedFields(complaints)}
      onChange={(data) => onChange(plainJson(data))}
      {...(onSubmit === undefined ? {} : { onSubmit })}
      footer={(isLoaded) => (
        <>
          {isLoaded && (
            <Button
              size="sm"
              tone="ghost"
              icon={Braces}
              className="justify-self-start"
              onClick={() => setJson(true)}
            >
              As JSON
            </Button>
          )}
          {unplaced.length > 0 && (
            <p role="alert" className="text-xs break-words text-bad-text">
              {refusedValue(unplaced)}
            </p>
          )}
          {footer?.(isLoaded)}
        </>
      )}
    />
  );
}

function hasField(schema: JsonObject, pointer: string): boolean {
  const [, key] = pointer.split('/');
  const fields = ownValue(schema, 'properties') ?? null;
  return key !== undefined && isObject(fields) && Object.hasOwn(fields, key);
}

/** As JSON; what is not JSON yet is not sent. */
function WrittenInput(props: InputFieldProps): ReactNode {
  const { id, label, note, rows = 3, value, onChange, complaints = [], onSubmit, footer } = props;
  const [isSound, setSound] = useState(true);
  const field = (
    <Field label={label} note={note} error={refusedValue(complaints)}>
      {(given) => (
        <JsonField
          {...given}
          label={label}
          value={value}
          onChange={onChange}
          onCheck={setSound}
          rows={rows}
        />
      )}
    </Field>
  );
  // It may be a field of a form around it.
  if (onSubmit === undefined) return field;
  return (
    <>
      <form
        id={id}
        onSubmit={(event) => {
          event.preventDefault();
          if (isSound) onSubmit();
        }}
      >
        {field}
      </form>
      {footer?.(true)}
    </>
  );
}
