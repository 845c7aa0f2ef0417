import { isObject } from '@skein/kernel';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useWorkflowNames } from '../../data/workflows.ts';
import { useCases, useEvaluation, type Evaluation } from '../../data/evaluations.ts';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { Page } from '../../design/layout/page.tsx';
import { Table, TableRow } from '../../design/layout/table.tsx';
import {
  casesIn,
  intervalWords,
  scorersIn,
  scoreWords,
  type CaseRow,
  type ScorerRow,
} from '../../graph/evaluations/read-report.ts';
import { textAt } from '../../graph/own-keys.ts';
import { runStatusLook } from '../../design/status/status.ts';
import { StatusPill } from '../../design/status/status-pill.tsx';
import { beginningLine } from '../../text/value-line.ts';
import { countWords } from '../../text/time-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { ErrorState } from '../../viewers/error-state.tsx';

/** Means with their intervals, the worst cases, and every case beside itself in the baseline. */
export function EvaluationDetail({ id }: { readonly id: string }): ReactNode {
  const { data, error } = useEvaluation(id);
  const baselineId = data === undefined ? '' : textAt(data.settings, 'baseline');
  const baseline = useEvaluation(baselineId === '' ? undefined : baselineId).data;
  const names = useWorkflowNames();
  const title =
    data === undefined
      ? 'Evaluation'
      : `${names.get(data.workflow) ?? data.workflow} on ${data.dataset}`;
  return (
    <Page
      title={visibleText(title)}
      actions={
        <Link to="/evaluations" className="rounded-sm text-sm text-accent-text underline">
          All evaluations
        </Link>
      }
    >
      {error !== null && <ErrorState error={error} />}
      {data === undefined && error === null && <Skeleton className="h-40" />}
      {data?.status === 'running' && (
        <p role="status" className="text-sm text-text-2">
          The cases are being run …
        </p>
      )}
      {data?.status === 'failed' && <Failure evaluation={data} />}
      {data?.status === 'done' && <Found evaluation={data} baseline={baseline} />}
    </Page>
  );
}

function Failure({ evaluation }: { readonly evaluation: Evaluation }): ReactNode {
  const { report } = evaluation;
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad-text">
      {visibleText(isObject(report) ? textAt(report, 'message') : 'It failed.')}
    </p>
  );
}

interface FoundProps {
  readonly evaluation: Evaluation;
  readonly baseline: Evaluation | undefined;
}

function Found({ evaluation, baseline }: FoundProps): ReactNode {
  const scorers = scorersIn(evaluation.report);
  const labels = useCaseLabels(evaluation.dataset);
  const earlier = new Map(casesIn(baseline?.report ?? null).map((each) => [each.id, each]));
  return (
    <div className="grid gap-6">
      <ul aria-label="Scores" className="grid gap-3 md:grid-cols-2">
        {scorers.map((scorer) => (
          <ScorerCard key={scorer.name} scorer={scorer} labels={labels} />
        ))}
      </ul>
      <section
        aria-label="Cases"
        className="overflow-hidden rounded-lg border border-line bg-surface"
      >
        <Table
          label="Cases"
          columns={[
            { label: 'Case' },
            ...scorers.map(({ name }) => ({ label: name })),
            { label: 'Status' },
            { label: 'Runs' },
          ]}
        >
          {casesIn(evaluation.report).map((each) => (
            <CaseLine
              key={each.id}
              row={each}
              label={labels.get(each.id) ?? each.id}
              scorers={scorers}
              before={earlier.get(each.id)}
            />
          ))}
        </Table>
      </section>
    </div>
  );
}

/** A case is called as whoever wrote it did, or after its input: an id that was made for it says nothing. */
function useCaseLabels(dataset: string): ReadonlyMap<string, string> {
  const { data } = useCases(dataset);
  return useMemo(
    () =>
      new Map(
        data?.items.map(({ id, input }) => [
          id,
          madeId.test(id) && input !== null && input !== undefined
            ? beginningLine(typeof input === 'string' ? input : JSON.stringify(input))
            : id,
        ]),
      ),
    [data],
  );
}

const madeId = /^[0-9a-f]{8}-[0-9a-f]{4}-/u;

interface ScorerCardProps {
  readonly scorer: ScorerRow;
  readonly labels: ReadonlyMap<string, string>;
}

function ScorerCard({ scorer, labels }: ScorerCardProps): ReactNode {
  const { name, mean, interval, cases, worst, difference } = scorer;
  return (
    <li className="grid gap-1 rounded-lg border border-line bg-surface p-4 text-sm">
      <p className="font-medium">{visibleText(name)}</p>
      <p className="num text-xl font-semibold">{scoreWords(mean)}</p>
      <p className="num text-text-2">
        95 % interval {intervalWords(interval)}, {countWords(cases, 'case')}
      </p>
      {difference !== null && (
        <p className="num">
          Compared: {difference.mean >= 0 ? '+' : ''}
          {difference.mean.toFixed(2)} ({intervalWords(difference.interval)})
        </p>
      )}
      {worst.length > 0 && (
        <p className="num text-text-2">
          Lowest:{' '}
          {worst
            .map(
              (each) =>
                `${visibleText(labels.get(each.case) ?? each.case)} ${scoreWords(each.score)}`,
            )
            .join(', ')}
        </p>
      )}
    </li>
  );
}

interface CaseLineProps {
  readonly row: CaseRow;
  readonly label: string;
  readonly scorers: readonly ScorerRow[];
  /** The same case in the baseline. */
  readonly before: CaseRow | undefined;
}

function CaseLine({ row, label, scorers, before }: CaseLineProps): ReactNode {
  const { status, label: statusLabel } = runStatusLook(row.status);
  return (
    <TableRow>
      <td className="wrap-anywhere" title={row.id}>
        {visibleText(label)}
      </td>
      {scorers.map(({ name }) => (
        <td key={name} className="num">
          {scoreWords(row.scores.get(name) ?? null)}
          {before !== undefined && (
            <span className="text-text-2">
              {' '}
              before {scoreWords(before.scores.get(name) ?? null)}
            </span>
          )}
        </td>
      ))}
      <td>
        <StatusPill status={status}>{statusLabel}</StatusPill>
      </td>
      <td className="flex flex-wrap gap-3 md:mt-5">
        <Link
          to="/runs/$id"
          params={{ id: row.run }}
          className="rounded-sm text-accent-text underline"
        >
          Run
        </Link>
        {before !== undefined && (
          <Link
            to="/runs/$id"
            params={{ id: row.run }}
            search={{ with: before.run }}
            className="rounded-sm text-accent-text underline"
          >
            What differs
          </Link>
        )}
      </td>
    </TableRow>
  );
}
