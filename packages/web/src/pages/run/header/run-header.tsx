import { isOver } from '@skein/kernel';
import { Link } from '@tanstack/react-router';
import { ChevronRight, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../../design/use-document-title.ts';
import { BackLink } from '../../../design/layout/back-link.tsx';
import { TopBar } from '../../../design/layout/top-bar.tsx';
import type { RunJson } from '../../../data/runs.ts';
import { StatusPill } from '../../../design/status/status-pill.tsx';
import { runStatusLook } from '../../../design/status/status.ts';
import { Tag } from '../../../design/status/tag.tsx';
import { baseWorkflow } from '../../../text/base-workflow.ts';
import { numberAt, objectAt } from '../../../graph/own-keys.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { countWords, durationWords, moneyWords } from '../../../text/time-words.ts';
import { shortId } from '../../../text/short-id.ts';
import { shortVersion } from '../../../text/short-version.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { LineageNote } from './lineage-note.tsx';
import { RunActions } from './run-actions.tsx';
import { SlotNotes } from './slot-notes.tsx';

interface RunHeaderProps {
  readonly run: RunJson;
  readonly isDraft: boolean;
  readonly replay: Replay;
  readonly isLost: boolean;
  readonly selected: string | null;
  readonly titles: ReadonlyMap<string, string>;
  /** Shows the run at an earlier moment. */
  readonly onTravel: () => void;
}

export function RunHeader(props: RunHeaderProps): ReactNode {
  const { run, isDraft, replay, isLost, selected, titles, onTravel } = props;
  const shown = replay.seq === 0 ? run.status : replay.state.status;
  const { status, label } = runStatusLook(shown);
  useDocumentTitle(visibleText(`${run.workflow.name}: ${label}`));
  return (
    <>
      <TopBar>
        <BackLink to="/runs" label="Back to runs" />
        <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-1.5 text-sm">
          <Link
            to="/workflows/$id"
            params={{ id: baseWorkflow(run.workflow.id) }}
            className="truncate rounded-sm text-text-3 hover:text-text max-md:font-semibold max-md:text-text"
          >
            {run.workflow.name}
          </Link>
          <ChevronRight size={14} aria-hidden className="shrink-0 text-text-3 max-md:hidden" />
          <h1 className="shrink-0 font-mono text-sm font-semibold max-md:sr-only" title={run.id}>
            {shortId(run.id)}
          </h1>
        </nav>
        <StatusPill status={status}>{label}</StatusPill>
        {run.isTrial === true && (
          <Tag
            className="shrink-0"
            title="Some outputs were supplied. Triggers and the API never start such a run."
          >
            trial run
          </Tag>
        )}
        {replay.state.origin.offline === true && (
          <Tag
            className="shrink-0"
            title="No provider of models was asked: the offline model answered."
          >
            offline
          </Tag>
        )}
        {isLost && (
          <span role="status" className="flex items-center gap-1 text-xs text-wait-text">
            <WifiOff size={14} aria-hidden />
            catching up…
          </span>
        )}
        <span className="num truncate text-xs text-text-3 max-lg:hidden">
          {figures(replay)} ·{' '}
          <span title={`Version ${run.workflow.version} of the workflow`}>
            {isDraft ? 'draft' : 'version'} {shortVersion(run.workflow.version)}
          </span>
        </span>
        <span className="ml-auto" />
        <RunActions run={run} replay={replay} selected={selected} onTravel={onTravel} />
      </TopBar>
      <LineageNote run={run.id} replay={replay} titles={titles} />
      {replay.state.queued > 0 && <SlotNotes run={run.id} />}
    </>
  );
}

/** Time, steps, tokens, cost. */
function figures({ view, moments, state }: Replay): string {
  const usage = objectAt(view, 'usage');
  const first = moments[0]?.event.at;
  const last = moments.at(-1)?.event.at;
  const tokens = numberAt(usage, 'inputTokens') + numberAt(usage, 'outputTokens');
  return [
    // Of one that goes on, the last event says nothing about how long it takes.
    first === undefined || last === undefined || !isOver(state) ? '' : durationWords(last - first),
    countWords(numberAt(usage, 'steps'), 'step'),
    ...(tokens > 0 ? [countWords(tokens, 'token')] : []),
    moneyWords(numberAt(usage, 'usd')),
  ]
    .filter(Boolean)
    .join(' · ');
}
