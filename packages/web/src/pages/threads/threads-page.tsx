import { useNavigate, useSearch } from '@tanstack/react-router';
import { Bot, MessagesSquare, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { newId } from '../../data/new-id.ts';
import { useThreadAgents, type ThreadPlace } from '../../data/threads.ts';
import { classNames } from '../../design/class-names.ts';
import { Button } from '../../design/controls/button.tsx';
import { ScopedButton } from '../../viewers/scoped-button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { AgentDialog } from './agent-dialog.tsx';
import { ThreadList } from './thread-list.tsx';
import { ThreadView, type FirstMessage } from './thread-view.tsx';

const listLook = 'flex w-full shrink-0 flex-col border-line bg-surface md:w-[300px] md:border-r';

/** Conversations with agents. */
export function ThreadsPage(): ReactNode {
  const { agent, thread } = useSearch({ from: '/threads' });
  const navigate = useNavigate();
  const agents = useThreadAgents().data?.items;
  const [edited, setEdited] = useState<{ readonly id?: string } | null>(null);
  /** Of the thread that it is meant for: the one that is open stays for a moment. */
  const [first, setFirst] = useState<(FirstMessage & { readonly thread: string }) | null>(null);
  const open = (place: Partial<ThreadPlace>) => void navigate({ to: '/threads', search: place });
  const talkTo = (id: string) => open({ agent: id, thread: newId() });
  const chosen = agent !== undefined && thread !== undefined ? { agent, thread } : null;
  return (
    <div className="flex min-h-0 flex-1 max-md:flex-col">
      <section
        aria-label="Threads"
        className={classNames(
          listLook,
          agents?.length !== 0 && 'max-md:flex-1',
          chosen && 'max-md:hidden',
        )}
      >
        <header className="flex h-13 shrink-0 items-center gap-2 px-4">
          <h1 className="flex-1 text-lg font-semibold">Chat</h1>
          <ScopedButton needs="write" size="sm" icon={Plus} onClick={() => setEdited({})}>
            New agent
          </ScopedButton>
        </header>
        <div className="flex flex-wrap gap-2 border-b border-line px-4 pb-3 empty:hidden">
          {agents?.map(({ id, name }) => (
            <Button key={id} size="sm" icon={Bot} onClick={() => talkTo(id)}>
              Talk to {visibleText(name)}
            </Button>
          ))}
        </div>
        <ThreadList agents={agents} chosen={chosen} onOpen={open} />
      </section>
      {chosen === null ? (
        <NoThread isFirst={agents?.length === 0} onMake={() => setEdited({})} />
      ) : (
        <ThreadView
          key={`${agent}/${thread}`}
          place={chosen}
          agent={agents?.find(({ id }) => id === agent)}
          first={first?.thread === chosen.thread ? first : null}
          onFirstSent={() => setFirst(null)}
          onFork={(to, said) => {
            setFirst({ ...said, thread: to });
            open({ agent: chosen.agent, thread: to });
          }}
          onEditAgent={() => setEdited({ id: chosen.agent })}
          onClose={() => open({})}
        />
      )}
      {edited !== null && (
        <AgentDialog
          {...edited}
          onClose={() => setEdited(null)}
          onMade={(id) => {
            setEdited(null);
            if (edited.id === undefined) talkTo(id);
          }}
        />
      )}
    </div>
  );
}

interface NoThreadProps {
  readonly isFirst: boolean;
  readonly onMake: () => void;
}

/** On a phone the list is all there is, as soon as there is anything in it. */
function NoThread({ isFirst, onMake }: NoThreadProps): ReactNode {
  return (
    <div className={classNames('min-w-0 flex-1 md:flex', isFirst ? 'flex' : 'hidden')}>
      <EmptyState
        icon={MessagesSquare}
        title={isFirst ? 'Make your first agent' : 'Choose a thread, or begin one'}
        action={
          isFirst && (
            <ScopedButton needs="write" tone="primary" icon={Plus} onClick={onMake}>
              Make an agent
            </ScopedButton>
          )
        }
      >
        An agent is a model with instructions and tools. It remembers what was said in a thread, and
        asks you before it does what needs an approval.
      </EmptyState>
    </div>
  );
}
