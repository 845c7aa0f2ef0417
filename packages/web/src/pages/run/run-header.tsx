import { isOver, type JsonObject } from '@skein/kernel';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronRight, GitFork, RotateCw, Square, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { BackLink } from '../../app/back-link.tsx';
import { TopBar } from '../../app/top-bar.tsx';
import { useCancelRun, useForkRun, useRetryNode, type RunJson } from '../../data/runs.ts';
import { Button } from '../../design/button.tsx';
import { StatusPill } from '../../design/status-pill.tsx';
import { runStatusLook } from '../../design/status.ts';
import { objectAt, textAt } from '../../graph/own-keys.ts';
import type { Replay } from '../../graph/run/replay-run.ts';
import { countWords, durationWords, moneyWords } from '../../viewers/time-words.ts';
import { shortId } from '../../viewers/short-id.ts';

interface RunHeaderProps {
  readonly run: RunJson;
  readonly replay: Replay;
  readonly isLost: boolean;
  readonly selected: string | null;
}

export function RunHeader({ run, replay, isLost, selected }: RunHeaderProps): ReactNode {
  const shown = replay.seq === 0 ? run.status : replay.state.status;
  const { status, label } = runStatusLook(shown);
  return (
    <TopBar>
      <BackLink to="/runs" label="Back to runs" />
      <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1.5 text-sm">
        <Link
          to="/workflows/$id"
          params={{ id: run.workflow.id }}
          className="truncate rounded-sm text-text-3 hover:text-text max-md:hidden"
        >
          {run.workflow.name}
        </Link>
        <ChevronRight size={14} aria-hidden className="shrink-0 text-text-3 max-md:hidden" />
        <h1 className="truncate font-mono text-sm font-semibold" title={run.id}>
          {shortId(run.id)}
        </h1>
      </nav>
      <StatusPill status={status}>{label}</StatusPill>
      {isLost && (
        <span role="status" className="flex items-center gap-1 text-xs text-wait-text">
          <WifiOff size={14} aria-hidden />
          catching up…
        </span>
      )}
      <span className="num truncate text-xs text-text-3 max-lg:hidden">{figures(replay)}</span>
      <span className="ml-auto" />
      <RunActions run={run.id} replay={replay} selected={selected} />
    </TopBar>
  );
}

/** Time, steps, tokens, cost. */
function figures({ view, moments }: Replay): string {
  const usage = objectAt(view, 'usage');
  const first = moments[0]?.event.at;
  const last = moments.at(-1)?.event.at;
  const tokens = numberAt(usage, 'inputTokens') + numberAt(usage, 'outputTokens');
  return [
    first === undefined || last === undefined ? '' : durationWords(last - first),
    countWords(numberAt(usage, 'steps'), 'step'),
    ...(tokens > 0 ? [countWords(tokens, 'token')] : []),
    moneyWords(numberAt(usage, 'usd')),
  ]
    .filter(Boolean)
    .join(' · ');
}

function numberAt(object: JsonObject, key: string): number {
  const value = object[key];
  return typeof value === 'number' ? value : 0;
}

interface RunActionsProps {
  readonly run: string;
  readonly replay: Replay;
  readonly selected: string | null;
}

function RunActions({ run, replay, selected }: RunActionsProps): ReactNode {
  const navigate = useNavigate();
  const fork = useForkRun(run);
  const retry = useRetryNode(run);
  const cancel = useCancelRun();
  const view = selected === null ? {} : objectAt(objectAt(replay.view, 'nodes'), selected);
  const activation = numberAt(view, 'activations');
  const hasFailed = textAt(view, 'status') === 'failed';
  const isEnded = isOver(replay.state);
  return (
    <>
      {selected !== null && activation > 0 && (
        <Button
          tone="ghost"
          size="sm"
          icon={GitFork}
          className="max-lg:hidden"
          disabled={fork.isPending}
          onClick={() =>
            fork.mutate(
              { node: selected, activation },
              {
                onSuccess: ({ run_id }) =>
                  void navigate({ to: '/runs/$id', params: { id: run_id } }),
              },
            )
          }
        >
          Fork from here
        </Button>
      )}
      {selected !== null && hasFailed && !isEnded && (
        <Button size="sm" icon={RotateCw} onClick={() => retry.mutate(selected)}>
          Retry
        </Button>
      )}
      {!isEnded && (
        <Button
          size="sm"
          tone="danger"
          icon={Square}
          disabled={cancel.isPending}
          onClick={() => cancel.mutate(run)}
        >
          Cancel
        </Button>
      )}
    </>
  );
}
