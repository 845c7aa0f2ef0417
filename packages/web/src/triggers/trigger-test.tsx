import { isObject, type Json } from '@skein/kernel';
import { Link } from '@tanstack/react-router';
import { Braces, Send } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTestTrigger } from '../data/triggers.ts';
import { useChosenWorkflow } from '../data/workflows.ts';
import { Button } from '../design/controls/button.tsx';
import { Field } from '../design/controls/field.tsx';
import { JsonField } from '../form/fields/json-field.tsx';
import { LazySchemaForm } from '../form/lazy-schema-form.tsx';
import { toFormSchema } from '../graph/forms/config-schema.ts';
import { plainJson } from '../graph/plain-json.ts';
import { shortId } from '../text/short-id.ts';
import { visibleText } from '../text/visible-text.ts';
import { TriggerDeliveries } from './trigger-deliveries.tsx';

interface TriggerTestProps {
  readonly trigger: string;
  /** The id of the workflow that it starts. */
  readonly workflow: string;
}

/** Delivers a sample as if it had come from outside; what earlier deliveries brought can be sent again. */
export function TriggerTest({ trigger, workflow }: TriggerTestProps): ReactNode {
  const test = useTestTrigger(trigger);
  const [sample, setSample] = useState<Json | undefined>(undefined);
  return (
    <section aria-label="Test the trigger" className="grid gap-2 border-t border-line pt-3">
      <Sample workflow={workflow} value={sample} onChange={setSample} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          icon={Send}
          disabled={test.isPending}
          onClick={() => test.mutate({ data: sample ?? null })}
        >
          Send a test
        </Button>
        {test.data !== undefined && <Reply reply={test.data} />}
      </div>
      <h3 className="pt-2 text-sm font-medium">Last deliveries</h3>
      <TriggerDeliveries
        trigger={trigger}
        isBusy={test.isPending}
        onReplay={(data) => test.mutate({ data })}
      />
    </section>
  );
}

interface SampleProps {
  readonly workflow: string;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

/** With the form of the input of the workflow, if it says what it takes; as JSON with one click. */
function Sample({ workflow, value, onChange }: SampleProps): ReactNode {
  const [isJson, setJson] = useState(false);
  const { inputSchema } = useChosenWorkflow(workflow) ?? {};
  const schema = isObject(inputSchema) ? toFormSchema(inputSchema) : null;
  if (schema === null || isJson)
    return (
      <Field label="Sample" note="What a delivery would bring: text or JSON. Filters apply to it.">
        {({ id }) => (
          <JsonField id={id} label="Sample" value={value} onChange={onChange} rows={3} />
        )}
      </Field>
    );
  return (
    <>
      <LazySchemaForm
        id="trigger-sample"
        label="Sample"
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

type Answer = NonNullable<ReturnType<typeof useTestTrigger>['data']>;

function Reply({ reply: { run_id: run, reason } }: { readonly reply: Answer }): ReactNode {
  if (run === null)
    return (
      <p role="status" className="text-xs text-wait-text">
        Nothing started: {visibleText(reason ?? 'the filters refused it')}
      </p>
    );
  return (
    <p role="status" className="text-xs text-ok-text">
      Started run{' '}
      <Link to="/runs/$id" params={{ id: run }} className="rounded-sm font-mono underline">
        {shortId(run)}
      </Link>
    </p>
  );
}
