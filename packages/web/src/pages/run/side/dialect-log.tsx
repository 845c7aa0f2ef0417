import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, type ReactNode } from 'react';
import { Tag } from '../../../design/status/tag.tsx';
import { logOf, type LogEntry } from '../../../graph/run/log-of.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { LongText } from '../../../viewers/long-text.tsx';

const entryHeight = 64;

interface DialectLogProps {
  readonly dialect: string;
  readonly replay: Replay;
  readonly titles: ReadonlyMap<string, string>;
}

/** The log that the dialect itself keeps of a run, entry by entry. */
export function DialectLog({ dialect, replay, titles }: DialectLogProps): ReactNode {
  const entries = useMemo(() => logOf(replay, dialect), [replay, dialect]);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => entryHeight,
    overscan: 10,
  });
  return (
    <div
      ref={scroller}
      className="h-full overflow-auto"
      tabIndex={0}
      role="region"
      aria-label="Log entries"
    >
      <ol className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const entry = entries[index];
          return entry === undefined ? null : (
            <li
              key={index}
              ref={list.measureElement}
              data-index={index}
              className="absolute inset-x-0 grid gap-1 border-b border-line px-4 py-2 text-sm"
              style={{ transform: `translateY(${start}px)` }}
            >
              <EntryHead entry={entry} title={titles.get(entry.node) ?? entry.node} />
              <p className="break-words whitespace-pre-wrap">
                <LongText text={entry.content} />
              </p>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function EntryHead({ entry, title }: { readonly entry: LogEntry; title: string }): ReactNode {
  return (
    <p className="flex min-w-0 items-center gap-2 text-xs text-text-3">
      <time className="num shrink-0" dateTime={entry.timestamp}>
        {new Date(entry.timestamp).toLocaleTimeString()}
      </time>
      <span className="min-w-0 flex-1 truncate">{visibleText(title)}</span>
      <Tag className="shrink-0 font-mono">{entry.type}</Tag>
    </p>
  );
}
