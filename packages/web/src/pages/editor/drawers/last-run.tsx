import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RunJson } from '../../../data/runs.ts';
import { nodeStatusLook } from '../../../design/status/status.ts';
import { StatusPill } from '../../../design/status/status-pill.tsx';
import { textAt } from '../../../graph/own-keys.ts';
import { ageWords, durationWords } from '../../../text/time-words.ts';

interface LastRunProps {
  readonly run: RunJson | undefined;
  readonly node: string;
}

export function LastRun({ run, node }: LastRunProps): ReactNode {
  if (run === undefined)
    return <p className="p-4 text-sm text-text-3">This workflow has not run yet.</p>;
  const view = Object.hasOwn(run.nodes, node) ? run.nodes[node] : undefined;
  const message = textAt(view?.error ?? {}, 'message');
  const took = Date.parse(view?.finishedAt ?? '') - Date.parse(view?.startedAt ?? '');
  return (
    <div className="grid justify-items-start gap-3 p-4 text-sm">
      <StatusPill status={nodeStatusLook(view?.status ?? 'idle')} />
      <p className="num text-text-2">
        {ageWords(run.createdAt, Date.now())}
        {Number.isNaN(took) ? '' : `, took ${durationWords(took)}`}
      </p>
      {message !== '' && <p className="break-words text-bad-text">{message}</p>}
      <Link
        to="/runs/$id"
        params={{ id: run.id }}
        search={{ node }}
        className="rounded-sm font-medium text-accent-text hover:underline"
      >
        Open the run
      </Link>
    </div>
  );
}
