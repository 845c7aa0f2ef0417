import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../design/class-names.ts';
import { Button } from '../design/controls/button.tsx';
import { IconButton } from '../design/controls/icon-button.tsx';
import { SearchField } from '../design/controls/search-field.tsx';
import type { FoundNode } from '../graph/edit/find-nodes.ts';
import { countWords } from '../text/time-words.ts';
import { visibleText } from '../text/visible-text.ts';
import { KindTile } from './kind-tile.tsx';
import { useCentre } from './view/use-centre.ts';

interface FindPanelProps {
  readonly find: (words: string) => readonly FoundNode[];
  readonly onSelect: (node: string) => void;
  /** Where several can be selected. */
  readonly onSelectAll?: (nodes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** More do not fit; typing on finds the others. */
const shownMax = 50;

/** Finds nodes; goes to one at a time and selects it. */
export function FindPanel(props: FindPanelProps): ReactNode {
  const { onSelectAll, onClose } = props;
  const box = useRef<HTMLDivElement>(null);
  const { text, type, found, index, show } = useFinding(props);
  const selectAll = () => {
    onSelectAll?.(found.map(({ node }) => node.id));
    onClose();
  };
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'ArrowDown' || (event.key === 'Enter' && !event.shiftKey))
      show(index + 1);
    else if (event.key === 'ArrowUp' || event.key === 'Enter') show(index - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={box}
      role="search"
      aria-label="Find a node"
      onKeyDown={onKeyDown}
      className="absolute top-3 left-1/2 z-20 w-[min(420px,calc(100%-24px))] -translate-x-1/2 rounded-lg border border-line bg-raised p-2 shadow-3"
    >
      <div className="flex items-center gap-1">
        <SearchField
          label="Find a node"
          placeholder="Name, text in prompts, or type"
          value={text}
          onChange={type}
          className="flex-1"
        />
        <IconButton label="Close find" icon={X} onClick={onClose} />
      </div>
      {text.trim() !== '' && (
        <Count
          found={found}
          index={index}
          onSelectAll={onSelectAll === undefined ? null : selectAll}
        />
      )}
      <Matches found={found.slice(0, shownMax)} index={index} onChoose={show} />
    </div>
  );
}

function useFinding({ find, onSelect }: Pick<FindPanelProps, 'find' | 'onSelect'>) {
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const centre = useCentre();
  const go = (node: string) => {
    onSelect(node);
    centre(node);
  };
  const found = find(text);
  return {
    text,
    found,
    index,
    type: (typed: string) => {
      setText(typed);
      setIndex(0);
      const [first] = find(typed);
      if (first !== undefined) go(first.node.id);
    },
    show: (next: number) => {
      const wanted = (next + found.length) % Math.max(1, found.length);
      setIndex(wanted);
      const match = found[wanted];
      if (match !== undefined) go(match.node.id);
    },
  };
}

interface CountProps {
  readonly found: readonly FoundNode[];
  readonly index: number;
  readonly onSelectAll: (() => void) | null;
}

function Count({ found, index, onSelectAll }: CountProps): ReactNode {
  return (
    <div className="mt-2 flex items-center gap-2 px-1 text-xs text-text-3">
      <span role="status" className="flex-1">
        {found.length === 0
          ? 'No node found'
          : `${Math.min(index, found.length - 1) + 1} of ${countWords(found.length, 'node')}`}
      </span>
      {found.length > 1 && onSelectAll !== null && (
        <Button size="sm" onClick={onSelectAll}>
          Select all
        </Button>
      )}
    </div>
  );
}

interface MatchesProps {
  readonly found: readonly FoundNode[];
  readonly index: number;
  readonly onChoose: (index: number) => void;
}

function Matches({ found, index, onChoose }: MatchesProps): ReactNode {
  const id = useId();
  if (found.length === 0) return null;
  return (
    <ul aria-label="Found nodes" className="mt-1 max-h-64 overflow-auto">
      {found.map(({ node, kind, excerpt }, place) => (
        <li key={node.id}>
          <button
            type="button"
            id={`${id}-${place}`}
            aria-current={place === index}
            onClick={() => onChoose(place)}
            className={classNames(
              'flex w-full items-center gap-2.5 rounded-md p-2 text-left outline-offset-[-2px] hover:bg-sunken',
              place === index && 'bg-accent-soft',
            )}
          >
            <KindTile family={node.family} type={node.type} size={24} />
            <span className="min-w-0">
              <span className="block truncate text-sm font-medium">{visibleText(node.title)}</span>
              <span className="block truncate text-xs text-text-2">
                {excerpt === null ? kind : visibleText(excerpt)}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
