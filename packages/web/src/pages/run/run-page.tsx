import { compileDefinition, type KnownTypes } from '@skein/dialects';
import { useParams } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useHostTypes } from '../../data/catalogue.ts';
import { useRun, type RunJson } from '../../data/runs.ts';
import { useWorkflowVersion, type WorkflowDetail } from '../../data/workflows.ts';
import { AbsentRecord } from '../../viewers/absent-record.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { QuarantinedRun } from './quarantined-run.tsx';
import { RunScreen } from './run-screen.tsx';
import { UndrawnRun } from './undrawn-run.tsx';

export function RunPage(): ReactNode {
  const { id } = useParams({ from: '/runs/$id' });
  const run = useRun(id);
  const workflow = useWorkflowVersion(run.data?.workflow.id, run.data?.workflow.version);
  const types = useHostTypes();
  if (run.isLoadingError)
    return <AbsentRecord what="run" error={run.error} onRetry={() => void run.refetch()} />;
  if (run.data === undefined) return <Loading />;
  if (workflow.isLoadingError) return <UndrawnRun run={run.data} error={workflow.error} />;
  if (workflow.data === undefined || types.isPending) return <Loading />;
  const known = types.data?.known;
  const shown = <CompiledRun key={id} run={run.data} workflow={workflow.data} known={known} />;
  if (run.data.quarantinedAt === undefined) return shown;
  return <QuarantinedRun run={run.data}>{shown}</QuarantinedRun>;
}

interface CompiledRunProps {
  readonly run: RunJson;
  readonly workflow: WorkflowDetail;
  readonly known: KnownTypes | undefined;
}

function CompiledRun({ run, workflow, known }: CompiledRunProps): ReactNode {
  const { graph, diagnostics } = useMemo(
    () =>
      compileDefinition(workflow.definition, {
        ...known,
        dialect: workflow.dialect,
        isStored: true,
      }),
    [workflow, known],
  );
  if (graph === null) {
    const [first] = diagnostics;
    return <UndrawnRun run={run} error={new Error(first?.message ?? 'Its graph is unknown.')} />;
  }
  return (
    <RunScreen run={run} graph={graph} source={workflow} isDraft={workflow.isDraft === true} />
  );
}

function Loading(): ReactNode {
  return (
    <div className="flex flex-1 flex-col" aria-busy>
      <div className="flex h-13 items-center gap-3 border-b border-line bg-surface px-4">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="h-6 w-24" />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="flex-1" />
        <div className="grid w-[400px] content-start gap-3 border-l border-line bg-surface p-4 max-md:hidden">
          <Skeleton className="h-8" />
          <Skeleton className="h-40" />
        </div>
      </div>
    </div>
  );
}
