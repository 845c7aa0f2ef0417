import { useState, type ReactNode } from 'react';
import {
  useNewThreads,
  useThreads,
  type ThreadAgent,
  type ThreadItem,
  type ThreadPlace,
} from '../../data/threads.ts';
import { classNames } from '../../design/class-names.ts';
import { SearchField } from '../../design/controls/search-field.tsx';
import { useSearchOn } from '../../data/lists/use-search-on.ts';
import { LoadMore } from '../../design/feedback/load-more.tsx';
import { Skeleton } from '../../design/feedback/skeleton.tsx';
import { useDebounced } from '../../form/expressions/use-debounced.ts';
import { ageWords } from '../../text/time-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { ErrorState } from '../../viewers/error-state.tsx';

const typingMs = 250;

interface ThreadListProps {
  /** Undefined: not known yet. */
  readonly agents: readonly ThreadAgent[] | undefined;
  readonly chosen: ThreadPlace | null;
  readonly onOpen: (place: ThreadPlace) => void;
}

export function ThreadList({ agents, chosen, onOpen }: ThreadListProps): ReactNode {
  const [text, setText] = useState('');
  // A search looks through many threads: not at every letter.
  const wanted = useDebounced(text.trim(), typingMs);
  const pages = useThreads(wanted);
  useNewThreads(wanted);
  const threads = pages.data?.pages.flatMap(({ items }) => items);
  const isOlder = useSearchOn(pages, wanted !== '' && threads?.length === 0);
  const nameOf = ({ agent }: ThreadItem): string =>
    agents?.find(({ id }) => id === agent)?.name ?? agent;
  if (pages.isLoadingError)
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  if (threads === undefined) return <Skeleton className="m-4 h-14" />;
  const isSearching = pages.isPlaceholderData || wanted !== text.trim() || isOlder;
  const isFound = threads.length > 0 || text !== '' || isSearching;
  if (!isFound)
    return agents?.length === 0 ? null : (
      <p className="p-4 text-sm text-text-3">No threads yet: choose whom to talk to.</p>
    );
  return (
    <>
      <SearchField
        label="Search threads"
        placeholder="Search what was said, agent"
        value={text}
        onChange={setText}
        className="m-4 mb-3 shrink-0"
      />
      <ul
        aria-busy={isSearching}
        className={classNames(
          'min-h-0 flex-1 divide-y divide-line overflow-auto',
          isSearching && 'opacity-50',
        )}
      >
        {threads.map((item) => (
          <li key={`${item.agent}/${item.thread}`}>
            <ThreadLine
              item={item}
              name={nameOf(item)}
              isOn={item.agent === chosen?.agent && item.thread === chosen.thread}
              onOpen={() => onOpen({ agent: item.agent, thread: item.thread })}
            />
          </li>
        ))}
        {threads.length === 0 && !isSearching && (
          <li className="p-4 text-sm text-text-3">No matching threads. Try another word.</li>
        )}
        {pages.hasNextPage && !isSearching && (
          <li>
            <LoadMore
              hasMore
              isLoading={pages.isFetchingNextPage}
              onLoad={() => void pages.fetchNextPage()}
            />
          </li>
        )}
      </ul>
    </>
  );
}

interface ThreadLineProps {
  readonly item: ThreadItem;
  /** Of the agent. */
  readonly name: string;
  readonly isOn: boolean;
  readonly onOpen: () => void;
}

function ThreadLine({ item, name, isOn, onOpen }: ThreadLineProps): ReactNode {
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-current={isOn ? 'true' : undefined}
      className={classNames(
        'block w-full px-4 py-3 text-left outline-offset-[-2px] hover:bg-bg',
        isOn && 'md:bg-accent-soft md:hover:bg-accent-soft',
      )}
    >
      <span className="flex items-baseline gap-2">
        <span className="flex-1 truncate text-sm font-semibold">
          {visibleText(item.title) || 'No words'}
        </span>
        <span className="num shrink-0 text-xs text-text-2">
          {ageWords(item.updatedAt, Date.now())}
        </span>
      </span>
      <span className="block truncate text-xs text-text-2">
        {visibleText(name)} · {item.turns} {item.turns === 1 ? 'turn' : 'turns'}
      </span>
    </button>
  );
}
