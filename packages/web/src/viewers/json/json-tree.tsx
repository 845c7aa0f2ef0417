import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { copyText } from '../copy-text.ts';
import { JsonLine } from './json-line.tsx';
import type { JsonRow } from './json-rows.ts';
import { FullValue } from './full-value.tsx';
import type { JsonRows } from './use-json-rows.ts';

interface JsonTreeProps {
  readonly label: string;
  readonly rows: JsonRows;
  /** The searched text. */
  readonly text: string;
  /** The match to scroll to. */
  readonly shown: number | null;
}

const rowHeight = 24;
const paddingHeight = 8;

export function JsonTree({ label, rows: tree, text, shown }: JsonTreeProps): ReactNode {
  const { rows, open, toggle } = tree;
  const [active, setActive] = useState(0);
  const [whole, setWhole] = useState<JsonRow | null>(null);
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  useEffect(() => {
    if (shown === null) return;
    setActive(shown);
    list.scrollToIndex(shown, { align: 'center' });
  }, [list, shown, text]);
  const act = (row: JsonRow) => {
    if (row.size > 0) toggle(row.path);
    else setWhole(whole?.path === row.path ? null : row);
  };
  const move = (event: KeyboardEvent) => {
    const row = rows[active];
    const next = afterKey(event.key, { active, count: rows.length });
    if (next !== undefined) {
      setActive(next);
      list.scrollToIndex(next);
    } else if (row !== undefined && isAct(event.key, row, open)) act(row);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div
        ref={scroller}
        role="tree"
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={`${id}-${active}`}
        onKeyDown={move}
        // As high as its content, unless the container sets a height.
        style={{ height: list.getTotalSize() + paddingHeight }}
        className="group/tree min-h-0 flex-auto overflow-auto py-1 font-mono text-xs outline-offset-[-2px]"
      >
        <div className="relative" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <JsonLine
                key={row.path}
                id={`${id}-${index}`}
                row={row}
                top={start}
                isActive={index === active}
                isOpen={open.has(row.path)}
                wanted={text.trim().toLowerCase()}
                isFound={index === shown}
                onAct={() => {
                  setActive(index);
                  act(row);
                }}
                onCopy={() => copyText(row.path, 'path')}
              />
            );
          })}
        </div>
      </div>
      {whole !== null && <FullValue row={whole} onClose={() => setWhole(null)} />}
    </>
  );
}

interface Place {
  readonly active: number;
  readonly count: number;
}

function afterKey(key: string, { active, count }: Place): number | undefined {
  if (key === 'ArrowDown') return Math.min(count - 1, active + 1);
  if (key === 'ArrowUp') return Math.max(0, active - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

function isAct(key: string, { size, path }: JsonRow, open: ReadonlySet<string>): boolean {
  if (key === 'Enter' || key === ' ') return true;
  if (size === 0) return false;
  return open.has(path) ? key === 'ArrowLeft' : key === 'ArrowRight';
}
