import { isObject, ownValue, type Json } from '@skein/kernel';
import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { readRun, useLastRun } from '../data/runs.ts';
import { useTriggerResults, type TriggerResult } from '../data/triggers.ts';
import { Button } from '../design/controls/button.tsx';
import { FoldMark } from '../design/controls/fold-mark.tsx';
import { Tag } from '../design/status/tag.tsx';
import { shortId } from '../text/short-id.ts';
import { ageWords } from '../text/time-words.ts';
import { visibleText } from '../text/visible-text.ts';
import { outcomeTones } from './outcome-tones.ts';

interface TriggerDeliveriesProps {
  readonly trigger: string;
  readonly isBusy: boolean;
  readonly onReplay: (data: Json) => void;
}

/** What came last, with what became of it; what has started a run can be delivered again. */
export function TriggerDeliveries(props: TriggerDeliveriesProps): ReactNode {
  const { trigger, isBusy, onReplay } = props;
  const results = useTriggerResults(trigger).data?.items ?? [];
  if (results.length === 0) return <p className="text-xs text-text-3">Nothing has come yet.</p>;
  return (
    <ul aria-label="Last results" className="grid gap-1">
      {results.map((result) => (
        <Delivery key={result.id} result={result} isBusy={isBusy} onReplay={onReplay} />
      ))}
    </ul>
  );
}

interface DeliveryProps extends Omit<TriggerDeliveriesProps, 'trigger'> {
  readonly result: TriggerResult;
}

function Delivery({ result, isBusy, onReplay }: DeliveryProps): ReactNode {
  const { outcome, run, at } = result;
  const why = whyOf(result);
  return (
    <li className="grid gap-1 rounded-md border border-line p-2 text-xs">
      <div className="flex flex-wrap items-center gap-2">
        <Tag tone={outcomeTones[outcome] ?? 'plain'}>{outcome}</Tag>
        <span className="num min-w-0 flex-1 text-text-2">{ageWords(at, Date.now())}</span>
        {run !== null && (
          <>
            <Link to="/runs/$id" params={{ id: run }} className="rounded-sm font-mono underline">
              {shortId(run)}
            </Link>
            <Button
              size="sm"
              tone="ghost"
              icon={RotateCcw}
              disabled={isBusy}
              aria-label={`Replay the delivery of ${shortId(run)}`}
              onClick={() => void readRun(run).then(({ input }) => onReplay(input))}
            >
              Replay
            </Button>
          </>
        )}
      </div>
      {why !== '' && <p className="break-words text-text-2">{visibleText(why)}</p>}
      {run !== null && <Brought run={run} />}
    </li>
  );
}

/** Read when somebody wants to see it. */
function Brought({ run }: { readonly run: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="group text-text-2"
      onToggle={({ currentTarget: { open } }) => setOpen(open)}
    >
      <summary className="inline-flex list-none items-center gap-2">
        <FoldMark className="duration-100" /> What it brought and gave
      </summary>
      {isOpen && <BroughtValues run={run} />}
    </details>
  );
}

function BroughtValues({ run }: { readonly run: string }): ReactNode {
  const { data } = useLastRun('', run);
  if (data === undefined || data === null) return null;
  const given = data.status === 'completed' ? data.output : data.status;
  return (
    <pre
      tabIndex={0}
      aria-label={`Delivery of ${shortId(run)}`}
      className="mt-1 max-h-48 overflow-auto rounded-md bg-sunken p-2 font-mono whitespace-pre-wrap wrap-anywhere"
    >
      {visibleText(`${JSON.stringify(data.input, null, 2)}\n→ ${JSON.stringify(given, null, 2)}`)}
    </pre>
  );
}

/** Why nothing started. */
function whyOf({ data }: TriggerResult): string {
  if (!isObject(data)) return '';
  const said = ownValue(data, 'reason') ?? ownValue(data, 'message');
  return typeof said === 'string' ? said : '';
}
