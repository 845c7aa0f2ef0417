import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMoveRuns, useOlderRuns, type MigrationReport } from '../data/runs.ts';
import { Button } from '../design/controls/button.tsx';
import { FoldMark } from '../design/controls/fold-mark.tsx';
import { ErrorState } from '../viewers/error-state.tsx';
import { shortId } from '../text/short-id.ts';
import { visibleText } from '../text/visible-text.ts';
import { waitingWords } from './waiting-words.ts';

/** Runs that wait in older versions go on in the newest one, when somebody says so. */
export function MoveRuns({ workflow }: { readonly workflow: string }): ReactNode {
  const look = useOlderRuns(workflow);
  const move = useMoveRuns(workflow);
  const report = move.data ?? look.data;
  // Somebody who may not move runs is not told about them.
  if (report === undefined || (report.runs.length === 0 && move.data === undefined)) return null;
  const movable = report.runs.filter(({ canMove, isMoved }) => canMove && !isMoved).length;
  const moved = report.runs.filter(({ isMoved }) => isMoved).length;
  return (
    <section
      aria-label="Waiting runs"
      className="grid gap-2 rounded-md border border-line bg-sunken p-3 text-sm"
    >
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-0 flex-1">
          {moved > 0
            ? `${moved} ${moved === 1 ? 'run' : 'runs'} moved.`
            : `${waitingWords(report.runs.length)}.`}
        </p>
        {movable > 0 && (
          <Button
            size="sm"
            tone="primary"
            disabled={move.isPending}
            onClick={() => move.mutate(undefined)}
          >
            Move {movable === report.runs.length ? (movable === 1 ? 'it' : 'them') : movable}
          </Button>
        )}
      </div>
      {move.error !== null && <ErrorState error={move.error} />}
      <Runs report={report} />
    </section>
  );
}

function Runs({ report }: { readonly report: MigrationReport }): ReactNode {
  return (
    <details className="group text-xs text-text-2">
      <summary className="inline-flex list-none items-center gap-2">
        <FoldMark className="duration-100" /> Which ones
      </summary>
      <ul aria-label="Runs" className="grid gap-1 pt-2">
        {report.runs.map(({ run, canMove, isMoved, obstacles }) => (
          <li key={run} className="min-w-0">
            <Link to="/runs/$id" params={{ id: run }} className="rounded-sm font-mono underline">
              {shortId(run)}
            </Link>{' '}
            {canMove ? (isMoved ? 'moved' : 'can move') : `stays: ${reasons(obstacles)}`}
          </li>
        ))}
      </ul>
    </details>
  );
}

function reasons(obstacles: MigrationReport['runs'][number]['obstacles']): string {
  return visibleText(
    obstacles.map(({ node, reason }) => (node === '' ? reason : `${node}: ${reason}`)).join('; '),
  );
}
