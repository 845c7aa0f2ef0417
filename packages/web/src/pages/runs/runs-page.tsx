import { useNavigate, useSearch } from '@tanstack/react-router';
import { Activity, SearchX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useRunPages, type RunFilter } from '../../data/runs.ts';
import { useSearchOn } from '../../data/lists/use-search-on.ts';
import { ButtonLink } from '../../design/controls/button-link.tsx';
import { Card } from '../../design/layout/card.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { ErrorState } from '../../viewers/error-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { LoadMore } from '../../design/feedback/load-more.tsx';
import { useDebounced } from '../../form/expressions/use-debounced.ts';
import { Page } from '../../design/layout/page.tsx';
import { RunsActions } from './runs-actions.tsx';
import { RunFilters } from './run-filters.tsx';
import { RunTable } from './run-table.tsx';
import { SavedViews } from './saved-views.tsx';
import { toViewFilter } from './view-filter.ts';

const pageSize = 50;
const typingMs = 250;

export function RunsPage(): ReactNode {
  const search = useSearch({ from: '/runs' });
  const navigate = useNavigate();
  // A search looks through many runs: not at every letter.
  const q = useDebounced(search.q, typingMs);
  const pages = useRunPages({ ...search, q, limit: pageSize });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const runs = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const isOlder = useSearchOn(pages, q !== undefined && runs.length === 0);
  const isSearching = pages.isPlaceholderData || q !== search.q || isOlder;
  const filter = (next: RunFilter) => {
    setChosen(new Set());
    void navigate({ to: '/runs', search: toViewFilter(next), replace: true });
  };
  return (
    <Page
      title="Runs"
      actions={
        chosen.size > 0 && (
          <RunsActions
            runs={runs.filter(({ id }) => chosen.has(id))}
            onDone={() => setChosen(new Set())}
          />
        )
      }
    >
      <SavedViews filter={search} onApply={filter} />
      <RunFilters filter={search} isSearching={isSearching} onChange={filter} />
      <Card>
        {pages.isLoadingError ? (
          <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
        ) : pages.data === undefined ? (
          <ListSkeleton />
        ) : runs.length === 0 && isSearching ? (
          <ListSkeleton />
        ) : runs.length === 0 ? (
          <NoRuns isFiltered={Object.keys(search).length > 0} />
        ) : (
          <div aria-busy={isSearching} className={isSearching ? 'opacity-50' : ''}>
            <RunTable runs={runs} chosen={chosen} onChoose={setChosen} />
          </div>
        )}
        <LoadMore
          hasMore={pages.hasNextPage && !isSearching}
          isLoading={pages.isFetchingNextPage}
          onLoad={() => void pages.fetchNextPage()}
        />
      </Card>
    </Page>
  );
}

function NoRuns({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  return isFiltered ? (
    <EmptyState icon={SearchX} title="No matching runs">
      Remove a filter or try another word.
    </EmptyState>
  ) : (
    <EmptyState
      icon={Activity}
      title="No runs yet"
      action={
        <ButtonLink to="/workflows" search={{ open: 'templates' }}>
          Run a template
        </ButtonLink>
      }
    >
      Every run appears here with its full history.
    </EmptyState>
  );
}
