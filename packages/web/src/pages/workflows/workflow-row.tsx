import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RunItem } from '../../data/runs.ts';
import { useSetActive, type WorkflowItem } from '../../data/workflows.ts';
import { runStatusLook } from '../../design/status.ts';
import { StatusPill } from '../../design/status-pill.tsx';
import { Switch } from '../../design/switch.tsx';
import { Tag } from '../../design/tag.tsx';
import { ageWords } from '../../viewers/time-words.ts';
import { RunBars } from './run-bars.tsx';
import { WorkflowMenu } from './workflow-menu.tsx';

interface WorkflowRowProps {
  readonly workflow: WorkflowItem;
  /** The newest first. */
  readonly runs: readonly RunItem[];
}

export function WorkflowRow({ workflow, runs }: WorkflowRowProps): ReactNode {
  const setActive = useSetActive();
  const { id, name, description, dialect, isActive, savedAt } = workflow;
  return (
    <tr className="relative hover:bg-bg max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-2 max-md:p-4 md:h-16">
      <td className="max-w-0 max-md:w-full max-md:max-w-none md:w-[46%] md:pr-6 md:pl-4">
        <div className="flex min-w-0 items-center gap-2">
          <Link
            to="/workflows/$id"
            params={{ id }}
            className="truncate rounded-sm font-semibold hover:underline"
          >
            {name}
          </Link>
          <Tag>{dialect}</Tag>
        </div>
        <div className="truncate text-xs text-text-3">{description || id}</div>
      </td>
      <td className="max-md:order-2">
        <RunBars runs={runs} />
      </td>
      <td className="max-md:order-1">
        <NewestStatus runs={runs} />
      </td>
      <td className="whitespace-nowrap text-text-2 max-md:hidden">
        {ageWords(savedAt, Date.now())}
      </td>
      <td className="max-md:order-3 max-md:ml-auto">
        <Switch
          label={`${name} active`}
          checked={isActive}
          onChange={(next) => setActive.mutate({ id, isActive: next })}
        />
      </td>
      <td className="max-md:order-4">
        <WorkflowMenu workflow={workflow} />
      </td>
    </tr>
  );
}

function NewestStatus({ runs }: { readonly runs: readonly RunItem[] }): ReactNode {
  const waiting = runs.filter(({ status }) => status === 'waiting').length;
  if (waiting > 0) return <StatusPill status="waiting">{waiting} waiting</StatusPill>;
  const [newest] = runs;
  if (newest === undefined) return <span className="text-xs text-text-3">Never run</span>;
  const { status, label } = runStatusLook(newest.status);
  return <StatusPill status={status}>{label}</StatusPill>;
}
