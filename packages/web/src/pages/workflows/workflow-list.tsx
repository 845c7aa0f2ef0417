import { SearchX, Workflow } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useRuns } from '../../data/runs.ts';
import { useWorkflows } from '../../data/workflows.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { ErrorState } from '../../design/error-state.tsx';
import { SearchField } from '../../design/search-field.tsx';
import { ListSkeleton } from '../../design/list-skeleton.tsx';
import { WorkflowRow } from './workflow-row.tsx';

export function WorkflowList(): ReactNode {
  const { data, error, refetch } = useWorkflows();
  const [text, setText] = useState('');
  const all = data?.items ?? [];
  const shown = all.filter(({ name, description, dialect, id }) =>
    `${name} ${description} ${dialect} ${id}`.toLowerCase().includes(text.toLowerCase()),
  );
  const runs = useRuns({ limit: 200 }).data?.items;
  const byWorkflow = useMemo(() => Map.groupBy(runs ?? [], ({ workflow }) => workflow.id), [runs]);
  return (
    <section aria-labelledby="all" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 id="all" className="mr-auto text-md font-semibold">
          Your workflows <span className="num font-normal text-text-3">{all.length}</span>
        </h2>
        <SearchField
          label="Search workflows"
          placeholder="Search by name or dialect"
          value={text}
          onChange={setText}
          className="max-md:w-full md:w-60"
        />
      </div>
      <div className="overflow-hidden rounded-lg border border-line bg-surface shadow-1">
        {error !== null ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <ListSkeleton />
        ) : shown.length === 0 ? (
          <NoWorkflows isSearch={all.length > 0} />
        ) : (
          <table className="w-full text-left text-sm max-md:block">
            <WorkflowHead />
            <tbody className="divide-y divide-line max-md:block">
              {shown.map((workflow) => (
                <WorkflowRow
                  key={workflow.id}
                  workflow={workflow}
                  runs={byWorkflow.get(workflow.id) ?? []}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}

function WorkflowHead(): ReactNode {
  return (
    <thead className="border-b border-line bg-bg text-xs text-text-3 max-md:hidden">
      <tr className="h-9">
        <th className="pl-4 font-medium">Name</th>
        <th className="font-medium">Last runs</th>
        <th className="font-medium">Status</th>
        <th className="font-medium">Changed</th>
        <th className="font-medium">Active</th>
        <th className="w-12">
          <span className="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

function NoWorkflows({ isSearch }: { readonly isSearch: boolean }): ReactNode {
  return isSearch ? (
    <EmptyState icon={SearchX} title="No workflow fits.">
      Try another word.
    </EmptyState>
  ) : (
    <EmptyState icon={Workflow} title="No workflows yet">
      Run a template above, import a definition, or begin with an empty workflow.
    </EmptyState>
  );
}
