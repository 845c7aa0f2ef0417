import { CircleHelp, Coins, Hand, UserCheck, Webhook, Wrench, type LucideIcon } from 'lucide-react';
import { isObject } from '@skein/kernel';
import { useState, type ReactNode } from 'react';
import { waitTitle, type Wait } from '../../data/waits.ts';
import { classNames } from '../../design/class-names.ts';
import { ageWords, dueWords } from '../../viewers/time-words.ts';
import { visibleText } from '../../viewers/visible-text.ts';

interface WaitListProps {
  readonly waits: readonly Wait[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}

const filters = ['All', 'Approvals', 'Questions', 'Tools', 'Limits'] as const;
type Filter = (typeof filters)[number];

export function WaitList({ waits, selected, onSelect }: WaitListProps): ReactNode {
  const [filter, setFilter] = useState<Filter>('All');
  const shown = waits.filter((wait) => filter === 'All' || filterOf(wait) === filter);
  return (
    <>
      <header className="flex h-13 shrink-0 items-center gap-2 px-4">
        <h1 className="text-lg font-semibold">Inbox</h1>
        <span className="num text-sm text-text-3">{waits.length} waiting</span>
      </header>
      <div
        role="group"
        aria-label="Filter"
        className="flex shrink-0 gap-1 overflow-x-auto border-b border-line px-4 pb-3"
      >
        {filters.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={filter === name}
            onClick={() => setFilter(name)}
            className="h-7 shrink-0 rounded-full border border-control/60 px-2.5 text-xs font-medium text-text-2 hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
          >
            {name}
          </button>
        ))}
      </div>
      <ul className="min-h-0 flex-1 divide-y divide-line overflow-auto">
        {shown.map((wait) => (
          <li key={wait.id}>
            <WaitItem wait={wait} isOn={wait.id === selected} onSelect={() => onSelect(wait.id)} />
          </li>
        ))}
        {shown.length === 0 && <li className="p-4 text-sm text-text-3">None of this kind.</li>}
      </ul>
    </>
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
          <span className="flex-1 truncate text-sm font-semibold">
            {visibleText(waitTitle(wait))}
          </span>
          <span className="num shrink-0 text-xs text-text-2">{ageWords(wait.createdAt, now)}</span>
        </span>
        <span className="block truncate text-xs text-text-2">
          {wait.node} · {word} · {dueWords(wait.deadline, now)}
        </span>
      </span>
    </button>
  );
}

function isToolCall({ kind, data }: Wait): boolean {
  return kind === 'approval' && isObject(data) && typeof data['tool'] === 'string';
}

function filterOf(wait: Wait): Filter {
  if (wait.kind === 'limit') return 'Limits';
  if (isToolCall(wait) || wait.kind === 'outcome') return 'Tools';
  return wait.kind === 'approval' ? 'Approvals' : 'Questions';
}

export function lookOf(wait: Wait): { readonly icon: LucideIcon; readonly word: string } {
  if (isToolCall(wait)) return { icon: Wrench, word: 'Tool call' };
  switch (wait.kind) {
    case 'approval':
      return { icon: UserCheck, word: 'Approval' };
    case 'limit':
      return { icon: Coins, word: 'Limit' };
    case 'handoff':
      return { icon: Hand, word: 'Hand-off' };
    case 'event':
      return { icon: Webhook, word: 'Event' };
    case 'outcome':
      return { icon: Wrench, word: 'Outcome' };
    default:
      return { icon: CircleHelp, word: 'Question' };
  }
}
