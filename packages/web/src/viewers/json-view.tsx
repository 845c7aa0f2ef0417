import { useVirtualizer } from '@tanstack/react-virtual';
import { Copy, Search } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { showToast } from '../app/toasts.ts';
import { classNames } from '../design/class-names.ts';
import { IconButton } from '../design/icon-button.tsx';
import { findPaths, jsonRows } from './json-rows.ts';
import { JsonLine } from './json-line.tsx';

interface JsonViewProps {
  readonly value: unknown;
  readonly label: string;
  readonly className?: string;
}

const rowHeight = 24;

export function JsonView({ value, label, className }: JsonViewProps): ReactNode {
  const [text, setText] = useState('');
  return (
    <div
      className={classNames(
        'flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface',
        className,
      )}
    >
      <div className="flex h-9 shrink-0 items-center gap-2 border-b border-line pr-1 pl-3 text-text-3 focus-within:outline-2 focus-within:-outline-offset-2 focus-within:outline-focus">
        <Search size={14} aria-hidden />
        <input
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label={`Search in ${label}`}
          placeholder={`Search in ${label}`}
          className="min-w-0 flex-1 bg-transparent text-xs text-text outline-none placeholder:text-text-3"
        />
        <IconButton
          size="sm"
          icon={Copy}
          label="Copy JSON"
          onClick={() => copyText(JSON.stringify(value, undefined, 2), 'JSON')}
        />
      </div>
      <JsonTree value={value} label={label} text={text} />
    </div>
  );
}

interface JsonTreeProps {
  readonly value: unknown;
  readonly label: string;
  readonly text: string;
}

function JsonTree({ value, label, text }: JsonTreeProps): ReactNode {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(['$']));
  const found = useMemo(
    () => (text === '' ? opened : findPaths(value, text)),
    [value, text, opened],
  );
  const rows = useMemo(() => jsonRows(value, new Set(['$', ...found])), [value, found]);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const toggle = (path: string) => {
    const next = new Set(opened);
    if (!next.delete(path)) next.add(path);
    setOpened(next);
  };
  return (
    <div
      ref={scroller}
      role="tree"
      tabIndex={0}
      aria-label={label}
      className="min-h-0 flex-1 overflow-auto py-1 font-mono text-xs outline-offset-[-2px]"
    >
      <div className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <JsonLine
              key={row.path}
              row={row}
              top={start}
              isOpen={found.has(row.path)}
              wanted={text.toLowerCase()}
              onToggle={() => toggle(row.path)}
              onCopy={() => copyText(row.path, 'path')}
            />
          );
        })}
      </div>
    </div>
  );
}

function copyText(text: string, what: string): void {
  void navigator.clipboard.writeText(text).then(() => {
    showToast({ tone: 'ok', text: `Copied the ${what}.` });
  });
}
