import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Gauge, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  useDatasets,
  useEvaluations,
  type Dataset,
  type Evaluation,
} from '../../data/evaluations.ts';
import { useWorkflowNames } from '../../data/workflows.ts';
import { ScopedButton } from '../../viewers/scoped-button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { Page } from '../../design/layout/page.tsx';
import { Table, TableRow } from '../../design/layout/table.tsx';
import { StatusPill } from '../../design/status/status-pill.tsx';
import { intervalWords, scoreWords, scorersIn } from '../../graph/evaluations/read-report.ts';
import { ageWords, countWords } from '../../text/time-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { ErrorState } from '../../viewers/error-state.tsx';
import { EvaluationDetail } from './evaluation-detail.tsx';
import { NewEvaluationDialog } from './new-evaluation-dialog.tsx';

/** What was measured, and the cases that it is measured with. */
export function EvaluationsPage(): ReactNode {
  const { evaluation } = useSearch({ from: '/evaluations' });
  const navigate = useNavigate();
  const [isNew, setNew] = useState(false);
  const datasets = useDatasets();
  const show = (id: string) => void navigate({ to: '/evaluations', search: { evaluation: id } });
  if (evaluation !== undefined) return <EvaluationDetail id={evaluation} />;
  const items = datasets.data?.items ?? [];
  return (
    <Page
      title="Evaluations"
      actions={
        <ScopedButton
          needs="run"
          tone="primary"
          icon={Plus}
          disabled={items.length === 0}
          onClick={() => setNew(true)}
        >
          New evaluation
        </ScopedButton>
      }
    >
      {datasets.error !== null && <ErrorState error={datasets.error} />}
      {datasets.data !== undefined && <Datasets items={items} />}
      <Evaluations />
      {isNew && (
        <NewEvaluationDialog datasets={items} onClose={() => setNew(false)} onStarted={show} />
      )}
    </Page>
  );
}

function Datasets({ items }: { readonly items: readonly Dataset[] }): ReactNode {
  return (
    <section aria-labelledby="datasets" className="mb-6 grid gap-2">
      <h2 id="datasets" className="text-md font-semibold">
        Datasets
      </h2>
      {items.length === 0 ? (
        <p className="text-sm text-text-2">
          None yet. Open a run that shows how it should be, or should not, and choose “Add to
          dataset”.
        </p>
      ) : (
        <ul className="flex flex-wrap gap-2 text-sm">
          {items.map(({ name, cases }) => (
            <li key={name} className="rounded-md border border-line bg-surface px-3 py-2">
              <span className="font-medium">{visibleText(name)}</span>{' '}
              <span className="text-text-2">{countWords(cases, 'case')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Evaluations(): ReactNode {
  const { data, error } = useEvaluations();
  const names = useWorkflowNames();
  if (error !== null) return <ErrorState error={error} />;
  if (data === undefined) return <ListSkeleton />;
  if (data.items.length === 0)
    return (
      <EmptyState icon={Gauge} title="Nothing was measured yet">
        An evaluation runs a workflow on every case of a dataset and scores the results.
      </EmptyState>
    );
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <Table
        label="Evaluations"
        columns={[
          { label: 'Workflow' },
          { label: 'Dataset' },
          { label: 'Scores' },
          { label: 'Status' },
          { label: 'When' },
        ]}
      >
        {data.items.map((item) => (
          <Row key={item.id} item={item} name={names.get(item.workflow) ?? item.workflow} />
        ))}
      </Table>
    </div>
  );
}

interface RowProps {
  readonly item: Evaluation;
  /** Of its workflow. */
  readonly name: string;
}

function Row({ item, name }: RowProps): ReactNode {
  const { id, dataset, status, report, createdAt } = item;
  return (
    <TableRow>
      <td>
        <Link
          to="/evaluations"
          search={{ evaluation: id }}
          className="rounded-sm font-medium hover:underline"
        >
          {visibleText(name)}
        </Link>
      </td>
      <td>{visibleText(dataset)}</td>
      <td className="num">
        {scorersIn(report).map(({ name: scorer, mean, interval }) => (
          <span key={scorer} className="mr-3 inline-block">
            {visibleText(scorer)} <b>{scoreWords(mean)}</b>{' '}
            <span className="text-xs text-text-2">{intervalWords(interval)}</span>
          </span>
        ))}
      </td>
      <td>
        <StatusPill status={status === 'done' ? 'completed' : status} />
      </td>
      <td className="num text-xs text-text-2">{ageWords(createdAt, Date.now())}</td>
    </TableRow>
  );
}
