import type { ReactNode } from 'react';
import { useMigrateRuns, type MigrationReport } from '../data/runs.ts';
import { Button } from '../design/controls/button.tsx';
import { ErrorState } from '../viewers/error-state.tsx';
import { visibleText } from '../text/visible-text.ts';

/** Waiting runs of older versions go on in the newest one: first what would happen, then the move. */
export function MoveRuns({ workflow }: { readonly workflow: string }): ReactNode {
  const look = useMigrateRuns(workflow);
  const move = useMigrateRuns(workflow);
  const report = move.data ?? look.data;
  const movable = (look.data?.runs ?? []).filter(({ canMove }) => canMove).length;
  return (
    <section aria-label="Waiting runs" className="grid gap-2 text-sm">
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          disabled={look.isPending}
          onClick={() => {
            move.reset();
            look.mutate({ dryRun: true });
          }}
        >
          Find waiting runs of older versions
        </Button>
        {movable > 0 && move.data === undefined && (
          <Button
            size="sm"
            tone="primary"
            disabled={move.isPending}
            onClick={() => move.mutate({ dryRun: false })}
          >
            Move {movable} waiting {movable === 1 ? 'run' : 'runs'}
          </Button>
        )}
      </div>
      {look.error !== null && <ErrorState error={look.error} />}
      {move.error !== null && <ErrorState error={move.error} />}
      {report !== undefined && <Report report={report} />}
    </section>
  );
}

function Report({ report }: { readonly report: MigrationReport }): ReactNode {
  const moved = report.runs.filter(({ isMoved }) => isMoved).length;
  if (report.runs.length === 0) return <p>No run waits in an older version.</p>;
  return (
    <>
      {moved > 0 && (
        <p role="status">
          {moved} {moved === 1 ? 'run' : 'runs'} moved.
        </p>
      )}
      <ul aria-label="Runs" className="grid gap-1">
        {report.runs.map(({ run, canMove, isMoved, obstacles }) => (
          <li key={run} className="min-w-0">
            <code className="font-mono text-xs break-all">{run}</code>{' '}
            {canMove ? (isMoved ? 'moved' : 'can move') : `stays: ${reasons(obstacles)}`}
          </li>
        ))}
      </ul>
    </>
  );
}

function reasons(obstacles: MigrationReport['runs'][number]['obstacles']): string {
  return visibleText(
    obstacles.map(({ node, reason }) => (node === '' ? reason : `${node}: ${reason}`)).join('; '),
  );
}
