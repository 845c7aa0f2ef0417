import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../design/controls/icon-button.tsx';

export interface Found {
  readonly count: number;
  readonly isCut: boolean;
  /** The current match. */
  readonly at: number;
}

interface JsonSearchProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly found: Found;
  /** Goes to the next match, or back. */
  readonly onStep: (by: 1 | -1) => void;
}

/** Enter goes to the next match, Shift-Enter to the previous one. */
export function JsonSearch({ label, text, onChange, found, onStep }: JsonSearchProps): ReactNode {
  const isSearching = text.trim() !== '';
  return (
    <>
      <Search size={14} aria-hidden className="shrink-0" />
      <input
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Must not submit a surrounding form.
          event.preventDefault();
          onStep(event.shiftKey ? -1 : 1);
        }}
        aria-label={`Search in ${label}`}
        placeholder={`Search in ${label}`}
        className="min-w-0 flex-1 bg-transparent text-xs text-text outline-none placeholder:text-text-3"
      />
      <span role="status" className="num shrink-0 text-xs text-text-3">
        {isSearching && countOf(found)}
      </span>
      {isSearching && found.count > 1 && (
        <span className="flex shrink-0">
          <IconButton
            size="sm"
            icon={ChevronUp}
            label="Previous match"
            shortcut="Shift Enter"
            onClick={() => onStep(-1)}
          />
          <IconButton
            size="sm"
            icon={ChevronDown}
            label="Next match"
            shortcut="Enter"
            onClick={() => onStep(1)}
          />
        </span>
      )}
    </>
  );
}

function countOf({ count, isCut, at }: Found): string {
  if (count === 0) return 'no matches';
  return `${(at + 1).toLocaleString('en')} of ${count.toLocaleString('en')}${isCut ? '+' : ''}`;
}
