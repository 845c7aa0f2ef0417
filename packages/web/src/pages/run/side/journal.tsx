import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { eventWords } from '../../../graph/run/event-words.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { JsonView } from '../../../viewers/json/json-view.tsx';
import { visibleText } from '../../../text/visible-text.ts';
import { classNames } from '../../../design/class-names.ts';

const rowHeight = 32;

interface JournalProps {
  readonly replay: Replay;
  /** The number of the row to scroll to first. */
  readonly event: number | null;
}

/** The journal rows of the run, as stored. */
export function Journal({ replay, event: wanted }: JournalProps): ReactNode {
  const { moments } = replay;
  const scroller = useRef<HTMLDivElement>(null);
  const begin = wanted === null ? -1 : moments.findIndex(({ event }) => event.seq === wanted);
  const [picked, setPicked] = useState<number | null>(null);
  const chosen = picked ?? (begin === -1 ? null : begin);
  const list = useVirtualizer({
    count: moments.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  useEffect(() => {
    if (begin !== -1) list.scrollToIndex(begin, { align: 'center' });
    // Only when it first appears: afterwards the user scrolls.
  }, [begin]);
  const event = chosen === null ? undefined : moments[chosen]?.event;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div
        ref={scroller}
        className="min-h-0 flex-1 overflow-auto"
        tabIndex={0}
        role="region"
        aria-label="Events"
      >
        <div className="relative" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const row = moments[index]?.event;
            return row === undefined ? null : (
              <button
                key={row.seq}
                type="button"
                aria-pressed={chosen === index}
                onClick={() => setPicked(index)}
                className={classNames(
                  'absolute inset-x-0 flex h-8 items-center gap-3 px-4 text-left text-xs outline-offset-[-2px] hover:bg-sunken',
                  chosen === index && 'bg-accent-soft',
                )}
                style={{ transform: `translateY(${start}px)` }}
              >
                <span className="num w-8 shrink-0 text-right text-text-3">{row.seq}</span>
                <code className="shrink-0 font-mono font-medium">{row.type}</code>
                <span className="min-w-0 flex-1 truncate text-text-2">
                  {visibleText(eventWords(row))}
                </span>
                <span className="num shrink-0 text-text-3">
                  {new Date(row.at).toLocaleTimeString()}
                </span>
              </button>
            );
          })}
        </div>
      </div>
      {event !== undefined && (
        <div className="h-64 shrink-0 border-t border-line p-3">
          <JsonView key={event.seq} label="event" value={event} className="h-full" />
        </div>
      )}
    </div>
  );
}
