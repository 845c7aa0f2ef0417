import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRuns, useRunsDiff, type RunJson } from '../../../data/runs.ts';
import { ErrorState } from '../../../viewers/error-state.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { runStatusLook } from '../../../design/status/status.ts';
import { baseWorkflow } from '../../../text/base-workflow.ts';
import { ageWords, countWords } from '../../../text/time-words.ts';
import { shortId } from '../../../text/short-id.ts';
import { RunDifferenceCard } from './run-difference-card.tsx';

interface CompareRunsProps {
  readonly run: RunJson;
  readonly titles: ReadonlyMap<string, string>;
}

/** How this run differs from another of the same workflow, or from the one that it was made from. */
export function CompareRuns({ run, titles }: CompareRunsProps): ReactNode {
  const { data } = useRuns({ workflow: baseWorkflow(run.workflow.id), limit: 50 });
  const { with: chosen = '', tab = 'compare', ...search } = useSearch({ from: '/runs/$id' });
  const navigate = useNavigate();
  if (data === undefined) return <Skeleton className="m-4 h-9" />;
  const others = data.items.filter(({ id }) => id !== run.id);
  if (others.length === 0 && chosen === '')
    return (
      <p className="p-4 text-sm text-text-3">
        No other run of this workflow yet. Run it again, or fork this one from a node, to compare
        the results here.
      </p>
    );
  const choose = (other: string) =>
    void navigate({
      to: '/runs/$id',
      params: { id: run.id },
      search: other === '' ? { ...search, tab } : { ...search, tab, with: other },
      replace: true,
    });
  const isListed = others.some(({ id }) => id === chosen);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4 text-sm">
      <Select
        label="Other run"
        value={chosen}
        onChange={choose}
        options={[
          { value: '', label: 'Choose a run to compare with' },
          ...(isListed || chosen === ''
            ? []
            : [{ value: chosen, label: `${shortId(chosen)} · made from` }]),
          ...others.map(({ id, status, createdAt }) => ({
            value: id,
            label: `${shortId(id)} · ${runStatusLook(status).label} · ${ageWords(createdAt, Date.now())}`,
          })),
        ]}
      />
      {chosen !== '' && <Differences run={run} other={chosen} titles={titles} />}
    </div>
  );
}

interface DifferencesProps extends CompareRunsProps {
  readonly other: string;
}

/** The other run is the one before. */
function Differences({ run, other, titles }: DifferencesProps): ReactNode {
  const { data, error } = useRunsDiff(other, run.id);
  if (error !== null) return <ErrorState error={error} />;
  if (data === undefined) return <Skeleton className="h-24" />;
  if (data.equal) return <p>Both runs took the same path to the same result.</p>;
  // A replay is made of a changed copy of the workflow: that its id and version are others says nothing.
  const isReplay = run.workflow.id !== baseWorkflow(run.workflow.id);
  const differences = data.differences.filter(({ what }) => !isReplay || what !== 'workflow');
  return (
    <>
      <p className="text-xs text-text-2">
        {countWords(differences.length, 'difference')}:{' '}
        <span className="text-bad-text">− {shortId(other)}</span>,{' '}
        <span className="text-ok-text">+ this run</span>
      </p>
      {differences.map((difference) => (
        <RunDifferenceCard key={difference.what} difference={difference} titles={titles} />
      ))}
    </>
  );
}
