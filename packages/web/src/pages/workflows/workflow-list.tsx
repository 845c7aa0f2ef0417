import { SearchX, Workflow } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useState, type ReactNode } from 'react';
import { useRefusal } from '../../data/session.ts';
import { useWorkflowPages } from '../../data/workflows.ts';
import { Card } from '../../design/layout/card.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { ErrorState } from '../../viewers/error-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { LoadMore } from '../../design/feedback/load-more.tsx';
import { SearchField } from '../../design/controls/search-field.tsx';

// A first visit has no workflows and does not need their rows.
const WorkflowTable = lazy(async () => ({
  default: (await import('./workflow-table.tsx')).WorkflowTable,
}));

export function WorkflowList(): ReactNode {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const pages = useWorkflowPages(wanted);
  const shown = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const isMore = pages.hasNextPage;
  return (
    <section aria-labelledby="all" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 id="all" className="mr-auto text-md font-semibold">
          Your workflows{' '}
          <span className="num font-normal text-text-3">
            {pages.data !== undefined && `${shown.length}${isMore ? '+' : ''}`}
          </span>
        </h2>
        <SearchField
          label="Search workflows"
          placeholder="Search by name or id"
          value={text}
          onChange={setText}
          className="max-md:w-full md:w-60"
        />
      </div>
      <Card>
        {pages.isLoadingError ? (
          <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
        ) : pages.data === undefined ? (
          <ListSkeleton />
        ) : shown.length === 0 ? (
          <NoWorkflows isSearch={wanted !== ''} />
        ) : (
          <Suspense fallback={<ListSkeleton />}>
            <WorkflowTable workflows={shown} />
          </Suspense>
        )}
        <LoadMore
          hasMore={isMore}
          isLoading={pages.isFetchingNextPage}
          onLoad={() => void pages.fetchNextPage()}
        />
      </Card>
    </section>
  );
}

function NoWorkflows({ isSearch }: { readonly isSearch: boolean }): ReactNode {
  const isReader = useRefusal('write') !== null;
  if (isSearch)
    return (
      <EmptyState icon={SearchX} title="No matching workflows">
        Try another word or a part of the ID.
      </EmptyState>
    );
  // What is above is disabled: who cannot begin is told whom to ask.
  if (isReader)
    return (
      <EmptyState icon={Workflow} title="No workflows of yours">
        Your key lets you look, not build. Ask the operator of this server for one with the scope
        “write”.
      </EmptyState>
    );
  return (
    <EmptyState icon={Workflow} title="No workflows yet">
      Run a template above to see one at work, import a definition, or start with an empty workflow.
    </EmptyState>
  );
}
