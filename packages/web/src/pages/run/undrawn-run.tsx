import { Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { TopBar } from '../../design/layout/top-bar.tsx';
import { problemOf } from '../../data/problem.ts';
import type { RunJson } from '../../data/runs.ts';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { StatusPill } from '../../design/status/status-pill.tsx';
import { runStatusLook } from '../../design/status/status.ts';
import { JsonView } from '../../viewers/json/json-view.tsx';

interface UndrawnRunProps {
  readonly run: RunJson;
  readonly error: unknown;
}

/** A run whose graph cannot be drawn: its workflow was deleted, or uses what is no longer registered. */
export function UndrawnRun({ run, error }: UndrawnRunProps): ReactNode {
  const { status, label } = runStatusLook(run.status);
  return (
    <>
      <TopBar>
        <h1 className="truncate text-sm font-semibold">{run.workflow.name}</h1>
        <StatusPill status={status}>{label}</StatusPill>
      </TopBar>
      <div className="grid min-h-0 flex-1 grid-rows-[auto_1fr]">
        <EmptyState icon={Unplug} title="The graph of this run cannot be drawn.">
          {problemOf(error).message} Everything that is known about the run is below.
        </EmptyState>
        <div className="min-h-0 p-4">
          <JsonView label="run" value={run} className="h-full" />
        </div>
      </div>
    </>
  );
}
