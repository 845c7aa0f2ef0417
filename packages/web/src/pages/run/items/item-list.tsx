import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode } from 'react';
import { classNames } from '../../../design/class-names.ts';
import { StatusIcon } from '../../../design/status/status-icon.tsx';
import type { ItemRow } from '../../../graph/run/items-of.ts';
import { visibleText } from '../../../text/visible-text.ts';

const rowHeight = 36;
/** Characters of a value that a row has room for. */
const shownMax = 120;

interface ItemListProps {
  readonly rows: readonly ItemRow[];
  readonly chosen: number | null;
  readonly onChoose: (index: number) => void;
}

/** Only the rows in view are drawn: a list may have 100,000 items. */
export function ItemList({ rows, chosen, onChoose }: ItemListProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-auto"
      tabIndex={0}
      role="region"
      aria-label="Items"
    >
      <ol className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <li
              key={row.index}
              className="absolute inset-x-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                aria-pressed={chosen === row.index}
                onClick={() => onChoose(row.index)}
                className={classNames(
                  'flex h-9 w-full items-center gap-3 px-4 text-left text-xs outline-offset-[-2px] hover:bg-sunken',
                  chosen === row.index && 'bg-accent-soft',
                )}
              >
                <span className="num w-8 shrink-0 text-right text-text-3">{row.index}</span>
                <StatusIcon status={row.status} size={14} />
                <span className="min-w-0 flex-1 truncate font-mono">{inShort(row.input)}</span>
                <span
                  className={classNames(
                    'min-w-0 flex-1 truncate font-mono',
                    row.error === undefined ? 'text-text-2' : 'text-bad-text',
                  )}
                >
                  {row.error === undefined ? inShort(row.output) : visibleText(row.error.message)}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function inShort(value: ItemRow['output']): string {
  return value === undefined ? '–' : visibleText(JSON.stringify(value).slice(0, shownMax));
}
