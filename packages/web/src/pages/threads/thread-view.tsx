import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useThread, type ThreadPlace } from '../../data/threads.ts';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { ErrorState } from '../../viewers/error-state.tsx';
import { LazyMarkdown } from '../../viewers/lazy-markdown.tsx';
import { Composer } from './composer.tsx';
import { MessageView } from './message-view.tsx';
import { useTalk } from './use-talk.ts';

interface ThreadViewProps {
  readonly place: ThreadPlace;
  readonly onClose: () => void;
}

export function ThreadView({ place, onClose }: ThreadViewProps): ReactNode {
  const { data, error, isLoadingError, refetch } = useThread(place);
  const talk = useTalk(place);
  const end = useRef<HTMLDivElement>(null);
  const messages = data?.messages ?? [];
  useEffect(() => {
    // In braces: newer browsers return a promise, which React would take for a cleanup function.
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [messages.length, talk.said, talk.text]);
  if (isLoadingError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <section aria-label="Thread" className="flex min-w-0 flex-1 flex-col">
      <header className="flex h-13 shrink-0 items-center gap-2 border-b border-line px-4">
        <IconButton icon={ArrowLeft} label="All threads" onClick={onClose} />
        <h2 className="truncate font-semibold">{visibleText(place.agent)}</h2>
        <code className="truncate text-xs text-text-3">{visibleText(place.thread)}</code>
      </header>
      <div
        role="log"
        tabIndex={0}
        aria-label="Messages"
        className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-3 overflow-auto p-4 text-sm outline-offset-[-2px]"
      >
        {data === undefined && <Skeleton className="h-14" />}
        {messages.map((message) => (
          <MessageView
            key={message.id}
            message={message}
            isBusy={talk.isBusy}
            onDecide={talk.decide}
          />
        ))}
        {talk.said !== null && !messages.some(({ id }) => id === talk.said?.id) && (
          <MessageView message={talk.said} isBusy onDecide={talk.decide} />
        )}
        {talk.text !== '' && (
          <div className="stream leading-6">
            <LazyMarkdown text={talk.text} />
          </div>
        )}
        <div ref={end} />
      </div>
      <Composer isBusy={talk.isBusy} onSend={talk.send} />
    </section>
  );
}
