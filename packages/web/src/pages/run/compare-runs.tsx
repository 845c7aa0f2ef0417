import type { Json } from '@skein/kernel';
import { useState, type ReactNode } from 'react';
import { useRuns, useRunsDiff, type RunDifference, type RunJson } from '../../data/runs.ts';
import { ErrorState } from '../../design/error-state.tsx';
import { Select } from '../../design/select.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { ageWords } from '../../viewers/time-words.ts';
import { visibleText } from '../../viewers/visible-text.ts';
import { shortId } from '../../viewers/short-id.ts';

/** How this run differs from another of the same workflow. */
export function CompareRuns({ run }: { readonly run: RunJson }): ReactNode {
  const others = (useRuns({ workflow: run.workflow.id, limit: 50 }).data?.items ?? []).filter(
    ({ id }) => id !== run.id,
  );
  const [chosen, setChosen] = useState('');
  const diff = useRunsDiff(run.id, chosen === '' ? undefined : chosen);
  if (others.length === 0)
    return <p className="p-4 text-sm text-text-3">There is no other run of this workflow yet.</p>;
  return (
    <div className="grid gap-3 p-4 text-sm">
      <Select
        label="The other run"
        value={chosen}
        onChange={setChosen}
        options={[
          { value: '', label: 'Choose a run' },
          ...others.map(({ id, status, createdAt }) => ({
            value: id,
            label: `${shortId(id)} · ${status} · ${ageWords(createdAt, Date.now())}`,
          })),
        ]}
      />
      {diff.error !== null && <ErrorState error={diff.error} />}
      {chosen !== '' && diff.data === undefined && diff.error === null && (
        <Skeleton className="h-24" />
      )}
      {diff.data?.equal === true && <p>Both did the same and came to the same.</p>}
      {diff.data?.differences.map((difference, index) => (
        <Difference key={index} difference={difference} />
      ))}
    </div>
  );
}

function Difference({ difference }: { readonly difference: RunDifference }): ReactNode {
  return (
    <div className="grid gap-1 rounded-md border border-line p-2.5">
      <p className="font-medium break-words">{difference.what}</p>
      <p className="font-mono text-xs break-words text-bad-text">− {short(difference.before)}</p>
      <p className="font-mono text-xs break-words text-ok-text">+ {short(difference.after)}</p>
    </div>
  );
}

const shownMax = 400;

function short(value: Json): string {
  return visibleText(JSON.stringify(value).slice(0, shownMax));
}
