import { ArrowLeft, Settings2 } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { newId } from '../../data/new-id.ts';
import { problemOf } from '../../data/problem.ts';
import {
  forkThread,
  useThread,
  type SentFile,
  type ThreadAgent,
  type ThreadMessage,
  type ThreadPlace,
} from '../../data/threads.ts';
import { useDocumentTitle } from '../../design/use-document-title.ts';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { showToast } from '../../design/feedback/toasts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { ErrorState } from '../../viewers/error-state.tsx';
import { Composer } from './composer.tsx';
import { MessageView } from './message-view.tsx';
import { UserMessage } from './user-message.tsx';
import { useTalk } from './use-talk.ts';

/** Said as soon as the thread is open: in place of another message. */
export interface FirstMessage {
  readonly text: string;
  readonly files: readonly SentFile[];
}

interface ThreadViewProps {
  readonly place: ThreadPlace;
  readonly agent: ThreadAgent | undefined;
  readonly first: FirstMessage | null;
  readonly onFirstSent: () => void;
  readonly onFork: (thread: string, first: FirstMessage) => void;
  readonly onEditAgent: () => void;
  readonly onClose: () => void;
}

export function ThreadView(props: ThreadViewProps): ReactNode {
  const { place, agent, first, onFirstSent, onFork, onEditAgent, onClose } = props;
  const { data, error, isLoadingError, refetch } = useThread(place);
  const name = agent?.name ?? place.agent;
  // Nothing was said yet in a new one.
  const title = data?.title === '' ? undefined : data?.title;
  useDocumentTitle(visibleText(title ?? name));
  const messages = data?.messages ?? [];
  const talk = useTalk(place, messages);
  const [editing, setEditing] = useState<string | null>(null);
  useFirst(first, talk.send, onFirstSent);
  if (isLoadingError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const isReplaced = talk.isRetrying && messages.at(-1)?.role === 'assistant';
  const told = isReplaced ? messages.slice(0, -1) : messages;
  const shown = withLive(told, talk.said, talk.live);
  const lastSaid = messages.findLast(({ role }) => role === 'user');
  const resend = (message: ThreadMessage) => (text: string, files: readonly SentFile[]) => {
    const to = newId();
    setEditing(null);
    forkThread(place, { before: message.id, to }).then(
      () => onFork(to, { text, files }),
      (problem: unknown) => showToast({ tone: 'bad', text: problemOf(problem).message }),
    );
  };
  return (
    <section aria-label="Thread" className="flex min-h-0 min-w-0 flex-1 flex-col">
      {/* On a phone the list is hidden, and the title of the page with it. */}
      <h1 className="sr-only md:hidden">Chat</h1>
      <header className="flex h-13 shrink-0 items-center gap-2 border-b border-line px-4">
        <IconButton icon={ArrowLeft} label="All threads" className="md:hidden" onClick={onClose} />
        <ThreadTitle title={title} name={name} />
        {agent?.isOwn === true && (
          <IconButton icon={Settings2} label="Change this agent" onClick={onEditAgent} />
        )}
      </header>
      <Log shown={shown} live={talk.live}>
        {data === undefined && <Skeleton className="h-14" />}
        {shown.map((message, index) =>
          message.role === 'user' ? (
            <UserMessage
              key={message.id}
              message={message}
              isEditing={editing === message.id}
              onEdit={(isEditing) => setEditing(isEditing ? message.id : null)}
              onResend={talk.isBusy ? null : resend(message)}
            />
          ) : (
            <MessageView
              key={message.id}
              message={message}
              isLive={message === talk.live}
              isBusy={talk.isBusy}
              onRetry={index === shown.length - 1 && !talk.isBusy ? talk.retry : null}
              onDecide={(decision) => talk.decide(message, decision)}
            />
          ),
        )}
        {talk.isBusy && talk.live === null && <p className="text-xs text-text-2">Thinking…</p>}
      </Log>
      <Composer
        isBusy={talk.isBusy}
        onSend={talk.send}
        onStop={talk.stop}
        onEditLast={() => setEditing(lastSaid?.id ?? null)}
      />
    </section>
  );
}

interface ThreadTitleProps {
  /** Undefined as long as nothing was said. */
  readonly title: string | undefined;
  /** Of the agent. */
  readonly name: string;
}

function ThreadTitle({ title, name }: ThreadTitleProps): ReactNode {
  return (
    <div className="min-w-0 flex-1">
      <h2 className="truncate font-semibold">{visibleText(title ?? name)}</h2>
      {title !== undefined && <p className="truncate text-xs text-text-2">{visibleText(name)}</p>}
    </div>
  );
}

interface LogProps {
  readonly shown: readonly ThreadMessage[];
  readonly live: ThreadMessage | null;
  readonly children: ReactNode;
}

/** Stays at its end while the answer comes, unless the reader has scrolled up. */
function Log({ shown, live, children }: LogProps): ReactNode {
  const log = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const at = log.current;
    if (at !== null && isAtEnd.current) at.scrollTop = at.scrollHeight;
  }, [shown.length, live]);
  return (
    <div
      ref={log}
      role="log"
      tabIndex={0}
      aria-label="Messages"
      onScroll={({ currentTarget: at }) => {
        isAtEnd.current = at.scrollHeight - at.scrollTop - at.clientHeight < 80;
      }}
      className="min-h-0 flex-1 overflow-auto outline-offset-[-2px]"
    >
      <div className="mx-auto grid max-w-[760px] grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 text-sm">
        {children}
      </div>
    </div>
  );
}

/** What the server has told, with what was just said and what is coming; a reply that goes on replaces its beginning. */
function withLive(
  messages: readonly ThreadMessage[],
  said: ThreadMessage | null,
  live: ThreadMessage | null,
): readonly ThreadMessage[] {
  const isTold = said === null || messages.some(({ id }) => id === said.id);
  const all = isTold ? messages : [...messages, said];
  if (live === null) return all;
  const at = all.findIndex(({ id }) => id === live.id);
  return at === -1 ? [...all, live] : all.with(at, live);
}

/** Once, also where effects run twice. */
function useFirst(
  first: FirstMessage | null,
  send: (text: string, files: readonly SentFile[]) => Promise<boolean>,
  onSent: () => void,
): void {
  const sent = useRef<FirstMessage | null>(null);
  useEffect(() => {
    if (first === null || sent.current === first) return;
    sent.current = first;
    void send(first.text, first.files);
    // Whoever opens the thread again says nothing.
    onSent();
  }, [first, send, onSent]);
}
