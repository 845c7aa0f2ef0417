import type { ReactNode } from 'react';
import { useReleaseRun } from '../../data/runs.ts';
import { Button } from '../../design/controls/button.tsx';
import { StatusPill } from '../../design/status/status-pill.tsx';
import { shortId } from '../../text/short-id.ts';

const reason =
  'Processes died while they drove this run, so it is not continued. Release it when the cause is mended, or cancel it.';

/** Why a run stands still, and what lets it continue. */
export function Quarantined({ id }: { readonly id: string }): ReactNode {
  const release = useReleaseRun();
  return (
    <span className="flex items-center gap-2" title={reason}>
      <StatusPill status="failed">Quarantined</StatusPill>
      <Button
        aria-label={`Release run ${shortId(id)}`}
        size="sm"
        disabled={release.isPending}
        onClick={() => release.mutate(id)}
      >
        Release
      </Button>
    </span>
  );
}
