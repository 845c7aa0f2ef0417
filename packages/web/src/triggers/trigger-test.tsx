import type { Json } from '@skein/kernel';
import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTestTrigger, useTriggerResults } from '../data/triggers.ts';
import { useLastRun } from '../data/runs.ts';
import { Button } from '../design/controls/button.tsx';
import { Field } from '../design/controls/field.tsx';
import { JsonField } from '../form/fields/json-field.tsx';
import { shortId } from '../text/short-id.ts';
import { visibleText } from '../text/visible-text.ts';

/** Delivers a sample as if it had come from outside; what the last delivery brought can be sent again. */
export function TriggerTest({ trigger }: { readonly trigger: string }): ReactNode {
  const test = useTestTrigger(trigger);
  const [sample, setSample] = useState<Json | undefined>(undefined);
  const results = useTriggerResults(trigger).data?.items ?? [];
  const last = results.find(({ run }) => run !== null)?.run ?? null;
  return (
    <section aria-label="Test the trigger" className="grid gap-2 border-t border-line pt-3">
      <Field label="Sample" note="What a delivery would bring: text or JSON. Filters apply to it.">
        {({ id }) => (
          <JsonField id={id} label="Sample" value={sample} onChange={setSample} rows={3} />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          icon={Send}
          disabled={test.isPending}
          onClick={() => test.mutate({ data: sample ?? null })}
        >
          Send a test
        </Button>
        {last !== null && <ReplayLast run={last} onReplay={(data) => test.mutate({ data })} />}
        {test.data !== undefined && <Reply reply={test.data} />}
      </div>
    </section>
  );
}

interface ReplayLastProps {
  readonly run: string;
  readonly onReplay: (data: Json) => void;
}

function ReplayLast({ run, onReplay }: ReplayLastProps): ReactNode {
  const { data } = useLastRun('', run);
  if (data === undefined || data === null) return null;
  return (
    <Button size="sm" onClick={() => onReplay(data.input)}>
      Replay the last delivery
    </Button>
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
