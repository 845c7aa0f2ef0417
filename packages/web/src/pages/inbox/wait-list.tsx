import type { ReactNode } from 'react';
import { callWords } from '../../answers/call-words.ts';
import { waitTitle, type Wait } from '../../data/waits.ts';
import { classNames } from '../../design/class-names.ts';
import { SearchField } from '../../design/controls/search-field.tsx';
import { ToggleGroup } from '../../design/controls/toggle-group.tsx';
import { LoadMore } from '../../design/feedback/load-more.tsx';
import { ageWords, dueWords } from '../../text/time-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import type { SoughtWaits } from './use-sought-waits.ts';
import { lookOf, waitFilters } from './wait-look.ts';

interface WaitListProps {
  readonly sought: SoughtWaits;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}

/** More would not fit on a line. */
const titleMax = 200;
const choices = waitFilters.map((value) => ({ value, label: value }));

export function WaitList({ sought, selected, onSelect }: WaitListProps): ReactNode {
  const { shown, count, text, onText, filter, onFilter, hasMore, isLoading, onLoad } = sought;
  return (
    <>
      <InboxHeader count={count} />
      <SearchField
        label="Search questions"
        placeholder="Search question, workflow, id"
        value={text}
        onChange={onText}
        className="mx-4 mb-3 shrink-0"
      />
      <ToggleGroup
        label="Filter"
        choices={choices}
        value={filter}
        onChange={onFilter}
        className="shrink-0 border-b border-line px-4 pb-3"
      />
      <ul className="min-h-0 flex-1 divide-y divide-line overflow-auto">
        {shown.map((wait) => (
          <li key={wait.id}>
            <WaitItem wait={wait} isOn={wait.id === selected} onSelect={() => onSelect(wait.id)} />
          </li>
        ))}
        {shown.length === 0 && (
          <li className="p-4 text-sm text-text-3">
            {hasMore ? 'Searching…' : 'No matching questions. Remove a filter or try another word.'}
          </li>
        )}
        {hasMore && (
          <li>
            <LoadMore hasMore isLoading={isLoading} onLoad={onLoad} />
          </li>
        )}
      </ul>
    </>
  );
}

/** Without a number until it is known. */
export function InboxHeader({ count }: { readonly count?: string }): ReactNode {
  return (
    <header className="flex h-13 shrink-0 items-center gap-2 px-4">
      <h1 className="text-lg font-semibold">Inbox</h1>
      {count !== undefined && <span className="num text-sm text-text-3">{count} waiting</span>}
    </header>
  );
}

interface WaitItemProps {
  readonly wait: Wait;
  readonly isOn: boolean;
  readonly onSelect: () => void;
}

function WaitItem({ wait, isOn, onSelect }: WaitItemProps): ReactNode {
  const { icon: Icon, word } = lookOf(wait);
  const now = Date.now();
  const call = callWords(wait.data);
  return (
    <button
      type="button"
      onClick={onSelect}
      aria-current={isOn ? 'true' : undefined}
      className={classNames(
        'flex w-full gap-3 px-4 py-3 text-left outline-offset-[-2px] hover:bg-bg',
        isOn && 'md:bg-accent-soft md:hover:bg-accent-soft',
      )}
    >
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-k-human-soft text-k-human">
        <Icon size={16} aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="line-clamp-2 flex-1 text-sm font-semibold break-words">
            {visibleText(waitTitle(wait).slice(0, titleMax))}
          </span>
          <span className="num shrink-0 text-xs text-text-2">{ageWords(wait.createdAt, now)}</span>
        </span>
        <span className="block truncate text-xs text-text-2">
          {visibleText(wait.workflow.name ?? wait.workflow.id)} · {word}
          {wait.deadline !== null && ` · due ${dueWords(wait.deadline, now)}`}
        </span>
        {call !== '' && (
          <span className="block truncate font-mono text-xs text-text-2">{visibleText(call)}</span>
        )}
      </span>
    </button>
  );
}
