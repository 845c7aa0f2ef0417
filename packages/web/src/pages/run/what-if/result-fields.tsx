import type { Json, JsonObject } from '@skein/kernel';
import { Braces } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { TextAreaField } from '../../../design/controls/text-area-field.tsx';
import { JsonField } from '../../../form/fields/json-field.tsx';
import { LazySchemaForm } from '../../../form/lazy-schema-form.tsx';
import { plainJson } from '../../../graph/plain-json.ts';

interface ResultFieldsProps {
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  /** Null: nothing says what the step gives. */
  readonly schema: JsonObject | null;
  /** Whether there is something to send. */
  readonly isReady: boolean;
  readonly onSubmit: () => void;
  /** Further fields. */
  readonly children: ReactNode;
}

const formId = 'changed-result';

/** A form where the step has a schema, a text where it is one; any JSON with one click. */
export function ResultFields(props: ResultFieldsProps): ReactNode {
  const { value, onChange, schema, isReady, onSubmit, children } = props;
  const [isText] = useState(typeof value === 'string');
  const [isAnyJson, setAnyJson] = useState(schema === null && !isText);
  const [isSound, setSound] = useState(true);
  const footer = (isLoaded: boolean) => (
    <>
      {children}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {!isAnyJson && (
          <Button
            size="sm"
            tone="ghost"
            icon={Braces}
            className="mr-auto"
            onClick={() => setAnyJson(true)}
          >
            As JSON
          </Button>
        )}
        <Button
          tone="primary"
          type="submit"
          form={formId}
          disabled={!isReady || !isSound || !isLoaded}
        >
          Run on from here
        </Button>
      </div>
    </>
  );
  if (!isAnyJson && schema !== null)
    return (
      <LazySchemaForm
        id={formId}
        label="Result"
        schema={schema}
        data={value}
        onChange={(data) => onChange(plainJson(data))}
        onSubmit={onSubmit}
        footer={footer}
      />
    );
  return (
    <>
      <form
        id={formId}
        aria-label="Result"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {isAnyJson ? (
          <AnyJson value={value} onChange={onChange} onCheck={setSound} />
        ) : (
          <TextAreaField
            label="Result"
            rows={8}
            value={typeof value === 'string' ? value : ''}
            onChange={onChange}
          />
        )}
      </form>
      {footer(true)}
    </>
  );
}

interface AnyJsonProps extends Pick<ResultFieldsProps, 'value' | 'onChange'> {
  readonly onCheck: (isJson: boolean) => void;
}

function AnyJson({ value, onChange, onCheck }: AnyJsonProps): ReactNode {
  return (
    <Field label="Result" note="Text or JSON. Empty is null.">
      {({ id }) => (
        <JsonField
          id={id}
          label="Result"
          value={value}
          onChange={(next) => onChange(next ?? null)}
          onCheck={onCheck}
          rows={10}
        />
      )}
    </Field>
  );
}
