import { useNavigate, useSearch } from '@tanstack/react-router';
import { Activity, Ban } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { showToast } from '../../app/toasts.ts';
import { useCancelRuns, useRuns, type RunFilter } from '../../data/runs.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { ErrorState } from '../../design/error-state.tsx';
import { ListSkeleton } from '../../design/list-skeleton.tsx';
import { countWords } from '../../viewers/time-words.ts';
import { RunFilters } from './run-filters.tsx';
import { RunTable } from './run-table.tsx';

export function RunsPage(): ReactNode {
  const search = useSearch({ from: '/runs' });
  const navigate = useNavigate();
  const { data, error, refetch } = useRuns({ ...search, limit: 100 });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const runs = data?.items ?? [];
  const filter = (next: RunFilter) =>
    void navigate({
      to: '/runs',
      search: {
        ...(next.q === undefined || next.q === '' ? {} : { q: next.q }),
        ...(next.status === undefined ? {} : { status: next.status }),
        ...(next.workflow === undefined ? {} : { workflow: next.workflow }),
      },
      replace: true,
    });
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto max-w-[1160px] px-4 py-5 md:px-8 md:py-8">
        <header className="mb-4 flex flex-wrap items-center gap-2">
          <h1 className="mr-auto text-xl font-semibold">Runs</h1>
          {chosen.size > 0 && <CancelChosen chosen={chosen} onDone={() => setChosen(new Set())} />}
        </header>
        <RunFilters filter={search} onChange={filter} />
        <div className="overflow-hidden rounded-lg border border-line bg-surface shadow-1">
          {error !== null ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : data === undefined ? (
            <ListSkeleton />
          ) : runs.length === 0 ? (
            <EmptyState icon={Activity} title="No runs here">
              Run a template or one of your workflows, or change the filters.
            </EmptyState>
          ) : (
            <RunTable runs={runs} chosen={chosen} onChoose={setChosen} />
          )}
        </div>
      </div>
    </div>
  );
}

interface CancelChosenProps {
  readonly chosen: ReadonlySet<string>;
  readonly onDone: () => void;
}

function CancelChosen({ chosen, onDone }: CancelChosenProps): ReactNode {
  const cancel = useCancelRuns();
  return (
    <Button
      tone="danger"
      icon={Ban}
      disabled={cancel.isPending}
      onClick={() =>
        cancel.mutate([...chosen], {
          onSuccess: ({ cancelled }) => {
            showToast({ tone: 'ok', text: `Cancelled ${countWords(cancelled.length, 'run')}.` });
            onDone();
          },
        })
      }
    >
      Cancel {countWords(chosen.size, 'run')}
    </Button>
  );
}
