import { Link } from '@tanstack/react-router';
import { ArrowLeft, ArrowUpRight, Clock, Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { AnswerPanel } from '../../answers/answer-panel.tsx';
import { QuestionData } from '../../answers/question-view.tsx';
import { NodeInput } from '../../answers/node-input.tsx';
import {
  isAboutInput,
  useAskingNode,
  useNodeInput,
  waitTitle,
  type Wait,
} from '../../data/waits.ts';
import { classNames } from '../../design/class-names.ts';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { StatusPill } from '../../design/status/status-pill.tsx';
import { Tag } from '../../design/status/tag.tsx';
import { ageWords, dueWords } from '../../text/time-words.ts';
import { copyText } from '../../viewers/copy-text.ts';
import { LongText } from '../../viewers/long-text.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { lookOf } from './wait-look.ts';
import { shortId } from '../../text/short-id.ts';

interface WaitDetailProps {
  readonly wait: Wait;
  readonly onClose: () => void;
}

export function WaitDetail({ wait, onClose }: WaitDetailProps): ReactNode {
  return (
    <>
      {/* On a phone the list is hidden, and the title of the page with it. */}
      <h1 className="sr-only md:hidden">Question</h1>
      <WaitHeader wait={wait} onClose={onClose} />
      <div
        className="min-h-0 flex-1 overflow-auto max-md:pb-20"
        tabIndex={0}
        role="region"
        aria-label="Request"
      >
        <div
          className={classNames(
            'mx-auto grid grid-cols-[minmax(0,1fr)] gap-6 p-4 md:p-8',
            // With no data to show next to it, the answer goes below its question.
            wait.data === null && !isAboutInput(wait)
              ? 'max-w-[624px]'
              : 'max-w-[960px] lg:grid-cols-[minmax(0,1fr)_360px]',
          )}
        >
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
            <WaitTitle wait={wait} />
            <QuestionData data={wait.data} className="max-h-[64dvh]" />
            {isAboutInput(wait) && <Reached wait={wait} />}
          </div>
          <div className="content-start rounded-lg border border-line bg-surface p-4 shadow-1 md:p-5 lg:self-start">
            <h3 className="mb-4 text-md font-semibold">Your answer</h3>
            {wait.status === 'open' ? (
              <AnswerPanel wait={wait} onAnswered={onClose} isSticky />
            ) : (
              <p className="text-sm text-text-2">
                This question is {wait.status}. There is nothing left to do.
              </p>
            )}
          </div>
        </div>
      </div>
    </>
  );
}

function Reached({ wait }: { readonly wait: Wait }): ReactNode {
  const { data, isPending } = useNodeInput(wait);
  if (isPending) return <Skeleton className="h-24" />;
  return <NodeInput inputs={data ?? {}} className="max-h-[64dvh]" />;
}

/** The first line is the title; the rest of a longer question is shown as text. */
function WaitTitle({ wait }: { readonly wait: Wait }): ReactNode {
  const asking = useAskingNode(wait);
  const kind = lookOf(wait).word;
  const lines = waitTitle(wait).split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const more = lines.slice(first + 1).join('\n');
  return (
    <div>
      <p className="mb-1 flex flex-wrap gap-1.5">
        <Tag>{visibleText(wait.workflow.name ?? wait.workflow.id)}</Tag>
        <Tag>{kind}</Tag>
        {asking !== undefined && asking !== kind && <Tag>{visibleText(asking)}</Tag>}
      </p>
      <h2 className="text-xl font-semibold text-balance break-words">
        <LongText text={lines[first] ?? ''} />
      </h2>
      {more.trim() !== '' && (
        <div className="mt-2 text-sm break-words whitespace-pre-line text-text-2">
          <LongText text={more} />
        </div>
      )}
    </div>
  );
}

function WaitHeader({ wait, onClose }: WaitDetailProps): ReactNode {
  const now = Date.now();
  return (
    <header className="flex h-13 shrink-0 items-center gap-2 border-b border-line bg-surface px-3 md:px-6">
      <IconButton label="Back to inbox" icon={ArrowLeft} className="md:hidden" onClick={onClose} />
      <StatusPill status={wait.status === 'open' ? 'waiting' : 'completed'}>
        {wait.status === 'open' ? 'Waiting' : wait.status}
      </StatusPill>
      <span className="flex items-center gap-1 truncate text-xs text-text-2 max-lg:hidden">
        <Clock size={14} aria-hidden />
        asked {ageWords(wait.createdAt, now)} ·{' '}
        {wait.deadline === null ? 'no deadline' : `due ${dueWords(wait.deadline, now)}`}
      </span>
      <span className="ml-auto" />
      <IconButton
        label="Copy link"
        icon={Link2}
        onClick={() => copyText(location.href, 'link to this question')}
      />
      {wait.isOwn && (
        <Link
          to="/runs/$id"
          params={{ id: wait.run }}
          search={{ node: wait.node }}
          className="flex h-9 items-center gap-1 rounded-md px-2 text-sm font-medium text-accent-text hover:bg-sunken"
        >
          <span className="font-mono">{shortId(wait.run)}</span>
          <ArrowUpRight size={14} aria-hidden />
        </Link>
      )}
    </header>
  );
}
