import { mailProblem } from '@skein/api';
import type { Json } from '@skein/kernel';
import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { problemOf, type Complaint } from '../data/problem.ts';
import { useTestTrigger } from '../data/triggers.ts';
import { useChosenWorkflow } from '../data/workflows.ts';
import { Button } from '../design/controls/button.tsx';
import { exampleInput } from '../graph/example-input.ts';
import { shortId } from '../text/short-id.ts';
import { visibleText } from '../text/visible-text.ts';
import { InputField } from '../form/input-field.tsx';
import { refusedValue } from '../form/refused-fields.ts';
import { mailForm, sampleMail } from './mail-schema.ts';
import { TriggerDeliveries } from './trigger-deliveries.tsx';

interface TriggerTestProps {
  readonly trigger: string;
  /** The id of the workflow that it starts. */
  readonly workflow: string;
  readonly isMail: boolean;
}

/** Delivers a sample as if it had come from outside; what earlier deliveries brought can be sent again. */
export function TriggerTest({ trigger, workflow, isMail }: TriggerTestProps): ReactNode {
  const test = useTestTrigger(trigger);
  const example = exampleInput(useChosenWorkflow(workflow)?.definition);
  const [written, setSample] = useState<Json | undefined>(undefined);
  const sample = written ?? (isMail ? sampleMail : example);
  const [complaint, setComplaint] = useState<Complaint | null>(null);
  const refused = test.isError ? (problemOf(test.error).complaints ?? []) : [];
  const isReplay = test.variables?.isReplay === true;
  const change = (next: Json | undefined) => {
    setSample(next);
    setComplaint(null);
    if (test.isError && !isReplay) test.reset();
  };
  const send = () => {
    const data = sample ?? null;
    // A mailbox brings no mail that nobody has sent: that is a mistake of the sample.
    const found = isMail ? mailProblem(data) : null;
    setComplaint(found === null ? null : { pointer: '/from', message: found });
    if (found === null) test.mutate({ data });
  };
  return (
    <section aria-label="Test the trigger" className="grid gap-2 border-t border-line pt-3">
      <h3 className="text-sm font-medium">Try it with a sample</h3>
      <InputField
        id="trigger-sample"
        label="Sample"
        note="What a delivery would bring: text or JSON. Filters apply to it."
        workflow={workflow}
        form={isMail ? mailForm : undefined}
        value={sample}
        onChange={change}
        complaints={complaint !== null ? [complaint] : isReplay ? [] : refused}
        onSubmit={send}
        footer={(isLoaded) => (
          <div className="flex flex-wrap items-center gap-2">
            <Button
              size="sm"
              icon={Send}
              type="submit"
              form="trigger-sample"
              disabled={test.isPending || !isLoaded}
            >
              Send a test
            </Button>
            {test.data !== undefined && <Reply reply={test.data} />}
            {isReplay && refused.length > 0 && (
              <p role="alert" className="text-xs text-bad-text">
                Nothing started: the workflow does not take this any more. {refusedValue(refused)}
              </p>
            )}
          </div>
        )}
      />
      <h3 className="pt-2 text-sm font-medium">Last deliveries</h3>
      <TriggerDeliveries
        trigger={trigger}
        isBusy={test.isPending}
        onReplay={(data) => test.mutate({ data, isReplay: true })}
      />
    </section>
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
