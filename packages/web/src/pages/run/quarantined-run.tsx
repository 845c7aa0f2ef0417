import { useState, type ReactNode } from 'react';
import { useCancelRun, useReleaseRun, type RunJson } from '../../data/runs.ts';
import { Button } from '../../design/controls/button.tsx';
import { StatusPill } from '../../design/status/status-pill.tsx';
import { ErrorState } from '../../viewers/error-state.tsx';

/** What is stored about a run that nobody continues. Its journal is read only if somebody asks for it. */
export function QuarantinedRun({
  run,
  children,
}: {
  readonly run: RunJson;
  readonly children: ReactNode;
}): ReactNode {
  const [isShown, setShown] = useState(false);
  const release = useReleaseRun();
  const cancel = useCancelRun();
  if (isShown) return children;
  const error = release.error ?? cancel.error;
  const isEnded = run.status === 'cancelled';
  return (
    <section
      aria-label="Quarantined run"
      className="grid max-w-2xl content-start gap-4 p-6 text-sm"
    >
      <h1 className="flex items-center gap-3 text-lg font-medium">
        {run.workflow.name}
        <StatusPill status="failed">{isEnded ? 'Cancelled' : 'Quarantined'}</StatusPill>
      </h1>
      <p>
        Processes died while they drove this run, so it is not continued, and it is not rebuilt to
        be shown. Release it when the cause is mended, or cancel it.
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-text-2">Run</dt>
        <dd className="font-mono text-xs break-all">{run.id}</dd>
        <dt className="text-text-2">Status</dt>
        <dd>{run.status}</dd>
        <dt className="text-text-2">Entries</dt>
        <dd>{run.seq}</dd>
        <dt className="text-text-2">Last entry</dt>
        <dd>{run.updatedAt}</dd>
      </dl>
      {error !== null && <ErrorState error={error} />}
      <div className="flex flex-wrap gap-2">
        <Button
          tone="primary"
          disabled={release.isPending || isEnded}
          onClick={() => release.mutate(run.id)}
        >
          Release
        </Button>
        <Button
          tone="danger"
          disabled={cancel.isPending || isEnded}
          onClick={() => cancel.mutate(run.id)}
        >
          Cancel
        </Button>
        <Button onClick={() => setShown(true)}>Replay it here</Button>
      </div>
    </section>
  );
}
