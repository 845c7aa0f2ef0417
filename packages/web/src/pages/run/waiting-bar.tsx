import { isObject } from '@skein/kernel';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { StatusIcon } from '../../design/status/status-icon.tsx';
import { listAt, textAt } from '../../graph/own-keys.ts';
import type { Replay } from '../../graph/run/rebuild-run.ts';
import { visibleText } from '../../text/visible-text.ts';

interface WaitingBarProps {
  readonly replay: Replay;
  readonly titles: ReadonlyMap<string, string>;
  readonly onOpen: () => void;
}

/** On a phone, where the graph leaves no room for the questions of a run: says that there are some, and leads to them. */
export function WaitingBar({ replay, titles, onOpen }: WaitingBarProps): ReactNode {
  const [first, ...more] = listAt(replay.view, 'waits').filter(isObject);
  if (first === undefined) return null;
  const node = textAt(first, 'node');
  const prompt = textAt(first, 'prompt') || `Answer for ${titles.get(node) ?? node}`;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line bg-wait-soft px-4 py-2 text-left text-sm text-wait-text md:hidden"
    >
      <StatusIcon status="waiting" />
      <span className="min-w-0 flex-1 truncate font-medium">{visibleText(prompt)}</span>
      {more.length > 0 && <span className="num shrink-0 text-xs">and {more.length} more</span>}
      <span className="shrink-0 font-semibold">Answer</span>
      <ChevronRight size={16} aria-hidden className="shrink-0" />
    </button>
  );
}
