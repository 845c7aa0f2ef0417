import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RunItem } from '../../data/runs.ts';
import { useRefusal } from '../../data/session.ts';
import type { Trigger } from '../../data/triggers.ts';
import { useSetActive, type WorkflowItem } from '../../data/workflows.ts';
import { runStatusLook } from '../../design/status/status.ts';
import { StatusPill } from '../../design/status/status-pill.tsx';
import { Switch } from '../../design/controls/switch.tsx';
import { TableRow } from '../../design/layout/table.tsx';
import { Tag } from '../../design/status/tag.tsx';
import { ageWords } from '../../text/time-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { RunBars } from './run-bars.tsx';
import { triggerWords } from '../../viewers/trigger-words.ts';
import { WorkflowMenu } from './workflow-menu.tsx';

/** Nothing for an id that was made by the studio, which tells people nothing. */
function writtenId(id: string): string {
  return /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/.test(id) ? '' : id;
}

/** More would not fit on a line. */
const shownMax = 300;

interface WorkflowRowProps {
  readonly workflow: WorkflowItem;
  /** The newest first. */
  readonly runs: readonly RunItem[];
  readonly trigger: Trigger | undefined;
}

export function WorkflowRow({ workflow, runs, trigger }: WorkflowRowProps): ReactNode {
  const setActive = useSetActive();
  const mayWrite = useRefusal('write') === null;
  const { id, name, description, dialect, isActive, savedAt } = workflow;
  return (
    <TableRow>
      <td className="max-w-0 max-md:w-full max-md:max-w-none md:w-[44%]">
        <div className="flex min-w-0 items-center gap-2">
          <Link
            to="/workflows/$id"
            params={{ id }}
            className="truncate rounded-sm font-semibold hover:underline"
          >
            {visibleText(name)}
          </Link>
          {dialect !== 'native' && <Tag>{dialect}</Tag>}
        </div>
        <div className="truncate text-xs text-text-3">
          {visibleText((description || writtenId(id)).slice(0, shownMax))}
        </div>
      </td>
      <td className="max-w-36 truncate whitespace-nowrap text-text-2 max-md:hidden">
        {trigger === undefined ? 'Manual' : visibleText(triggerWords(trigger))}
      </td>
      <td className="max-md:order-2">
        <RunBars runs={runs} />
      </td>
      <td className="max-md:order-1">
        <NewestStatus runs={runs} />
      </td>
      <td className="num whitespace-nowrap text-text-2 max-md:hidden">
        {ageWords(savedAt, Date.now())}
      </td>
      <td className="max-md:order-3 max-md:ml-auto">
        <Switch
          label={`${name} active`}
          checked={isActive}
          disabled={!mayWrite}
          onChange={(next) => setActive.mutate({ id, isActive: next })}
        />
      </td>
      <td className="max-md:order-4">
        <WorkflowMenu workflow={workflow} />
      </td>
    </TableRow>
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
