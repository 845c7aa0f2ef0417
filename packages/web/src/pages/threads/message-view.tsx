import type { JsonObject } from '@skein/kernel';
import { Brain, CircleX, Copy, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ThreadMessage } from '../../data/threads.ts';
import { Button } from '../../design/controls/button.tsx';
import { FoldMark } from '../../design/controls/fold-mark.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { failureIn, textOfParts } from '../../graph/chat/add-chunk.ts';
import { textAt } from '../../graph/own-keys.ts';
import { visibleText } from '../../text/visible-text.ts';
import { copyText } from '../../viewers/copy-text.ts';
import { LazyMarkdown } from '../../viewers/lazy-markdown.tsx';
import { CallView } from './call-view.tsx';
import type { Decision } from './use-talk.ts';

interface MessageViewProps {
  readonly message: ThreadMessage;
  /** It is still coming. */
  readonly isLive: boolean;
  /** The newest one, which can be answered anew; null: not now. */
  readonly onRetry: (() => void) | null;
  readonly isBusy: boolean;
  readonly onDecide: (decision: Decision) => void;
}

/** What the agent has said and done in one turn. */
export function MessageView(props: MessageViewProps): ReactNode {
  const { message, isLive, onRetry } = props;
  const text = textOfParts(message.parts);
  const isAsking = message.parts.some(({ state }) => state === 'approval-requested');
  return (
    <div className="group/message grid grid-cols-[minmax(0,1fr)] gap-2">
      {message.parts.map((part, index) => (
        <PartView key={index} part={part} {...props} />
      ))}
      {!isLive && !isAsking && (
        <div className="flex gap-1">
          {text !== '' && (
            <IconButton
              size="sm"
              icon={Copy}
              label="Copy the answer"
              onClick={() => copyText(text, 'answer')}
            />
          )}
          {onRetry !== null && (
            <Button size="sm" tone="ghost" icon={RotateCcw} onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function PartView({
  part,
  isBusy,
  isLive,
  onDecide,
}: MessageViewProps & { readonly part: JsonObject }): ReactNode {
  const type = textAt(part, 'type');
  if (type === 'text')
    return (
      <div className={isLive ? 'stream leading-6' : 'leading-6'}>
        <LazyMarkdown text={textAt(part, 'text')} />
      </div>
    );
  if (type === 'reasoning') return <Thoughts text={textAt(part, 'text')} />;
  const failure = failureIn(part);
  if (failure !== null) return <FailureNote {...failure} />;
  if (!type.startsWith('tool-')) return null;
  return <CallView part={part} isBusy={isBusy} onDecide={onDecide} />;
}

function Thoughts({ text }: { readonly text: string }): ReactNode {
  return (
    <details className="group text-xs text-text-2">
      <summary className="inline-flex list-none items-center gap-2">
        <FoldMark className="duration-100" />
        <Brain size={14} aria-hidden /> Thoughts
      </summary>
      <p className="pt-1 pl-6 break-words whitespace-pre-wrap">{visibleText(text)}</p>
    </details>
  );
}

function FailureNote({
  message,
  code,
}: {
  readonly message: string;
  readonly code: string;
}): ReactNode {
  const isStopped = code === 'CANCELLED' || message === 'The turn was cancelled.';
  if (isStopped) return <p className="text-xs text-text-2">Stopped.</p>;
  return (
    <p role="alert" className="flex gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad-text">
      <CircleX size={16} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">{visibleText(message)}</span>
    </p>
  );
}
