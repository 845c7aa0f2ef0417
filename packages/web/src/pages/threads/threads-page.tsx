import { useNavigate, useSearch } from '@tanstack/react-router';
import { MessagesSquare, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { newId } from '../../data/new-id.ts';
import { useThreadAgents, useThreads, type ThreadPlace } from '../../data/threads.ts';
import { classNames } from '../../design/class-names.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { ErrorState } from '../../viewers/error-state.tsx';
import { ThreadList } from './thread-list.tsx';
import { ThreadView } from './thread-view.tsx';

const listLook = 'flex w-full shrink-0 flex-col border-line bg-surface md:w-[320px] md:border-r';

/** Conversations with the agents of the host's code. */
export function ThreadsPage(): ReactNode {
  const { agent, thread } = useSearch({ from: '/threads' });
  const navigate = useNavigate();
  const agents = useThreadAgents();
  const { data, error, isLoadingError, refetch } = useThreads();
  if (isLoadingError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const open = (place: Partial<ThreadPlace>) => void navigate({ to: '/threads', search: place });
  const chosen = agent !== undefined && thread !== undefined ? { agent, thread } : null;
  return (
    <div className="flex min-h-0 flex-1">
      <section aria-label="Threads" className={classNames(listLook, chosen && 'max-md:hidden')}>
        <header className="flex h-13 shrink-0 items-center px-4">
          <h1 className="text-lg font-semibold">Threads</h1>
        </header>
        <div className="flex flex-wrap gap-2 border-b border-line px-4 pb-3">
          {agents.map((each) => (
            <Button
              key={each}
              size="sm"
              icon={Plus}
              onClick={() => open({ agent: each, thread: newId() })}
            >
              Talk to {each}
            </Button>
          ))}
        </div>
        {data === undefined ? (
          <Skeleton className="m-4 h-14" />
        ) : (
          <ThreadList threads={data} chosen={chosen} onOpen={open} />
        )}
      </section>
      {chosen === null ? (
        <EmptyState icon={MessagesSquare} title="Choose a thread, or begin one">
          A thread is a conversation with an agent of your code. It remembers what was said, asks
          you before it does what needs an approval, and goes on after a restart.
        </EmptyState>
      ) : (
        <ThreadView key={`${agent}/${thread}`} place={chosen} onClose={() => open({})} />
      )}
    </div>
  );
}
