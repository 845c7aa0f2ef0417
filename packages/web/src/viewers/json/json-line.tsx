import { ChevronDown, ChevronRight, Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';
import { isBranch, isMatch, type JsonRow } from './json-rows.ts';
import { visibleText } from '../../text/visible-text.ts';

interface JsonLineProps {
  readonly id: string;
  readonly row: JsonRow;
  readonly top: number;
  /** The row that keys act on. */
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly wanted: string;
  /** The current match. */
  readonly isFound: boolean;
  /** Folds or unfolds objects and lists; shows the full text of other values. */
  readonly onAct: () => void;
  readonly onCopy: () => void;
}

const shownMax = 2_000;

export function JsonLine(props: JsonLineProps): ReactNode {
  const { id, row, top, isActive, isOpen, wanted, isFound, onAct, onCopy } = props;
  const isFolder = row.size > 0;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div
      id={id}
      role="treeitem"
      aria-selected={isActive}
      aria-level={Math.max(1, row.depth)}
      aria-expanded={isFolder ? isOpen : undefined}
      onClick={onAct}
      className={classNames(
        'group absolute inset-x-0 flex h-6 cursor-pointer items-center gap-1 pr-2 whitespace-nowrap hover:bg-sunken',
        isActive && 'group-focus-visible/tree:bg-sunken',
        isMatch(row, wanted) && 'bg-wait-soft',
        isFound && 'outline-2 -outline-offset-2 outline-wait',
      )}
      style={{
        transform: `translateY(${top}px)`,
        paddingLeft: 8 + Math.max(0, row.depth - 1) * 16,
      }}
    >
      <span className="w-3.5 shrink-0 text-text-3">{isFolder && <Chevron size={14} />}</span>
      {row.depth > 0 && (
        <span className="max-w-[40%] shrink-0 truncate text-text-2">
          {visibleText(row.key.slice(0, shownMax))}:
        </span>
      )}
      <JsonValue row={row} />
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Copy path ${row.path}`}
        onClick={(event) => {
          event.stopPropagation();
          onCopy();
        }}
        className="ml-auto hidden shrink-0 rounded-sm p-1 text-text-3 group-hover:block hover:text-text"
      >
        <Link2 size={12} aria-hidden />
      </button>
    </div>
  );
}

function JsonValue({ row }: { readonly row: JsonRow }): ReactNode {
  const { value, size } = row;
  if (isBranch(value))
    return <span className="text-text-3">{Array.isArray(value) ? `[${size}]` : `{${size}}`}</span>;
  return (
    <span className={classNames('truncate', tone(value))}>
      {visibleText((JSON.stringify(value) ?? 'nothing').slice(0, shownMax))}
    </span>
  );
}

function tone(value: unknown): string {
  if (typeof value === 'string') return 'text-ok-text';
  if (typeof value === 'number') return 'text-run-text';
  return typeof value === 'boolean' ? 'text-k-trigger' : 'text-text-3';
}
