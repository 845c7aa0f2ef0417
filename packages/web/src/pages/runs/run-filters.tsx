import type { ReactNode } from 'react';
import type { RunFilter } from '../../data/runs.ts';
import { useWorkflows } from '../../data/workflows.ts';
import { SearchField } from '../../design/controls/search-field.tsx';
import { Select } from '../../design/controls/select.tsx';
import { runStatusLook, runStatusNames } from '../../design/status/status.ts';
import { ToggleGroup } from '../../design/controls/toggle-group.tsx';
import { visibleText } from '../../text/visible-text.ts';

interface RunFiltersProps {
  readonly filter: RunFilter;
  /** What is shown is not yet what was asked for. */
  readonly isSearching: boolean;
  readonly onChange: (filter: RunFilter) => void;
}

const statuses = runStatusNames.filter((status) => status !== 'created');
const choices = [
  { value: '', label: 'All' },
  ...statuses.map((status) => ({ value: status, label: runStatusLook(status).label })),
  { value: 'quarantined', label: 'Quarantined' },
];

export function RunFilters({ filter, isSearching, onChange }: RunFiltersProps): ReactNode {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField
        label="Search runs"
        placeholder="Search name, id, input, output, error"
        value={filter.q ?? ''}
        onChange={(q) => onChange({ ...filter, q })}
        className="max-md:w-full md:w-72"
      />
      <WorkflowFilter
        value={filter.workflow ?? ''}
        onChange={(workflow) => onChange({ ...filter, workflow })}
      />
      <ToggleGroup
        label="Status"
        choices={choices}
        value={filter.status ?? ''}
        onChange={(status) => onChange({ ...filter, status })}
        // On phones, it scrolls from edge to edge.
        className="max-md:-mx-4 max-md:basis-[calc(100%+32px)] max-md:px-4"
      />
      <label className="flex h-9 items-center gap-2 text-sm text-text-2">
        <input
          type="checkbox"
          checked={filter.trials === 'true'}
          onChange={(event) =>
            onChange({ ...filter, trials: event.target.checked ? 'true' : undefined })
          }
        />
        Show trial runs
      </label>
      {/* Always there, so that it is read out and moves nothing. */}
      <span role="status" className="min-w-20 text-sm text-text-2">
        {isSearching && 'Searching…'}
      </span>
    </div>
  );
}

interface WorkflowFilterProps {
  readonly value: string;
  readonly onChange: (workflow: string) => void;
}

function WorkflowFilter({ value, onChange }: WorkflowFilterProps): ReactNode {
  const workflows = useWorkflows().data?.items ?? [];
  const known = workflows.map(({ id, name }) => ({ value: id, label: visibleText(name) }));
  // A deleted workflow still has runs.
  const isKnown = value === '' || known.some((option) => option.value === value);
  const options = [
    { value: '', label: 'All workflows' },
    ...known,
    ...(isKnown ? [] : [{ value, label: visibleText(value) }]),
  ];
  return (
    <Select
      label="Workflow"
      value={value}
      onChange={onChange}
      options={options}
      className="max-md:w-full md:w-48"
    />
  );
}
