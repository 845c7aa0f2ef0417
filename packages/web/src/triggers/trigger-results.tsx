import { isObject, ownValue } from '@skein/kernel';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTriggerResults, type TriggerResult } from '../data/triggers.ts';
import { Tag } from '../design/status/tag.tsx';
import { shortId } from '../text/short-id.ts';
import { ageWords } from '../text/time-words.ts';
import { outcomeTones } from './outcome-tones.ts';

/** The outcomes of the last deliveries and ticks, with links to their runs. */
export function TriggerResults({ id }: { readonly id: string }): ReactNode {
  const results = useTriggerResults(id).data?.items ?? [];
  if (results.length === 0) return <span className="text-xs text-text-3">Never fired</span>;
  return (
    <ul aria-label="Last results" className="flex flex-wrap gap-1">
      {results.map((result) => (
        <li key={result.id} className="flex">
          <Result result={result} />
        </li>
      ))}
    </ul>
  );
}

function Result({ result }: { readonly result: TriggerResult }): ReactNode {
  const { outcome, run, at, data } = result;
  const message = isObject(data)
    ? (ownValue(data, 'reason') ?? ownValue(data, 'message'))
    : undefined;
  const tag = (
    <span className="flex" title={typeof message === 'string' ? message : undefined}>
      <Tag tone={outcomeTones[outcome] ?? 'plain'}>
        {outcome} {ageWords(at, Date.now())}
      </Tag>
    </span>
  );
  return run === null ? (
    tag
  ) : (
    <Link to="/runs/$id" params={{ id: run }} title={`Run ${shortId(run)}`} className="rounded-sm">
      {tag}
    </Link>
  );
}
