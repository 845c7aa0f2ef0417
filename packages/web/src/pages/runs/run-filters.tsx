import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RunFilter } from '../../data/runs.ts';
import { Button } from '../../design/button.tsx';
import { SearchField } from '../../design/search-field.tsx';
import { runStatusLook } from '../../design/status.ts';

interface RunFiltersProps {
  readonly filter: RunFilter;
  readonly onChange: (filter: RunFilter) => void;
}

const statuses = ['running', 'waiting', 'completed', 'failed', 'stopped', 'cancelled', 'stalled'];

export function RunFilters({ filter, onChange }: RunFiltersProps): ReactNode {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField
        label="Search runs"
        placeholder="Search by id or workflow"
        value={filter.q ?? ''}
        onChange={(q) => onChange({ ...filter, q })}
        className="max-md:w-full md:w-60"
      />
      <div role="group" aria-label="Status" className="flex gap-1 overflow-x-auto py-0.5">
        {[undefined, ...statuses].map((status) => (
          <button
            key={status ?? 'all'}
            type="button"
            aria-pressed={filter.status === status}
            onClick={() => onChange({ ...filter, status })}
            className="h-7 shrink-0 rounded-full border border-control/60 bg-surface px-2.5 text-xs font-medium text-text-2 hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
          >
            {status === undefined ? 'All' : runStatusLook(status).label}
          </button>
        ))}
      </div>
      {filter.workflow !== undefined && (
        <Button size="sm" icon={X} onClick={() => onChange({ ...filter, workflow: undefined })}>
          of {filter.workflow}
        </Button>
      )}
    </div>
  );
}
