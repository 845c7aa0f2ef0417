import { useEffect, useRef, useState, type ReactNode } from 'react';
import { KindTile } from '../../../canvas/kind-tile.tsx';
import { StickyNote, SquareDashed } from 'lucide-react';
import { Kbd } from '../../../design/keyboard/kbd.tsx';
import { SearchField } from '../../../design/controls/search-field.tsx';
import type { FrameKind } from '../../../graph/frames/frame.ts';
import type { PaletteEntry } from '../../../graph/forms/document-form.ts';
import { searchPalette } from '../../../graph/forms/palette.ts';
import { readRecentTypes } from './recent-types.ts';

interface PaletteProps {
  readonly dialect: string;
  readonly entries: readonly PaletteEntry[];
  readonly onAdd: (type: string) => void;
  /** Without it, notes and groups are not offered. */
  readonly onAddFrame?: (kind: FrameKind) => void;
  /** Focuses the search field at once. */
  readonly isFocused?: boolean;
}

export const paletteType = 'application/x-skein-node';

const groups: readonly PaletteEntry['group'][] = [
  'Start',
  'Think',
  'Flow',
  'Act',
  'People',
  'Yours',
];

export function Palette(props: PaletteProps): ReactNode {
  const { dialect, entries, onAdd, onAddFrame, isFocused = false } = props;
  const [text, setText] = useState('');
  // Read once: an entry must not move while the user clicks on it.
  const [recent] = useState(() => readRecentTypes(dialect));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocused) box.current?.querySelector('input')?.focus();
  }, [isFocused]);
  const shown = searchPalette(entries, text);
  const isSearch = text.trim() !== '';
  const lately = recent.flatMap((type) => shown.filter((entry) => entry.type === type));
  return (
    <div ref={box} className="flex min-h-0 flex-1 flex-col">
      <form
        className="p-3"
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = isSearch ? shown : lately.length > 0 ? lately : shown;
          if (first === undefined) return;
          setText('');
          onAdd(first.type);
        }}
      >
        <SearchField
          id="palette-search"
          label="Search nodes"
          placeholder="Add a node"
          shortcut="N"
          value={text}
          onChange={setText}
        />
      </form>
      <div
        className="min-h-0 flex-1 overflow-auto px-2 pb-3"
        tabIndex={0}
        aria-label="Node types"
        role="region"
      >
        {isSearch ? (
          <>
            <PaletteGroup title="Best match" entries={shown.slice(0, 1)} onAdd={onAdd} isBest />
            <PaletteGroup title="More" entries={shown.slice(1)} onAdd={onAdd} />
          </>
        ) : (
          <>
            <PaletteGroup title="Recently used" entries={lately} onAdd={onAdd} />
            {groups.map((group) => (
              <PaletteGroup
                key={group}
                title={group}
                entries={shown.filter(
                  (entry) => entry.group === group && !recent.includes(entry.type),
                )}
                onAdd={onAdd}
              />
            ))}
          </>
        )}
        {onAddFrame !== undefined && text === '' && <FrameButtons onAdd={onAddFrame} />}
        {shown.length === 0 && <p className="px-2 text-sm text-text-3">No results</p>}
      </div>
    </div>
  );
}

const frameEntries = [
  { kind: 'note', name: 'Note', description: 'Text on the canvas', icon: StickyNote },
  { kind: 'group', name: 'Group', description: 'Around the selection', icon: SquareDashed },
] as const;

function FrameButtons({ onAdd }: { readonly onAdd: (kind: FrameKind) => void }): ReactNode {
  return (
    <section className="mb-3">
      <h2 className="px-2 pb-1 text-xs font-medium text-text-3">Canvas</h2>
      {frameEntries.map(({ kind, name, description, icon: Icon }) => (
        <button
          key={kind}
          type="button"
          onClick={() => onAdd(kind)}
          className="flex w-full items-center gap-2.5 rounded-md p-2 text-left outline-offset-[-2px] hover:bg-sunken"
        >
          <span className="grid size-6 shrink-0 place-items-center rounded-sm bg-sunken text-text-2">
            <Icon size={14} aria-hidden />
          </span>
          <span className="min-w-0">
            <span className="block text-sm font-medium">{name}</span>
            <span className="block truncate text-xs text-text-3">{description}</span>
          </span>
        </button>
      ))}
    </section>
  );
}

interface PaletteGroupProps {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
  readonly onAdd: (type: string) => void;
  /** Enter takes it. */
  readonly isBest?: boolean;
}

function PaletteGroup({ title, entries, onAdd, isBest = false }: PaletteGroupProps): ReactNode {
  if (entries.length === 0) return null;
  return (
    <section className="mb-3">
      <h2 className="px-2 pb-1 text-xs font-medium text-text-3">{title}</h2>
      {entries.map(({ type, name, description, family }) => (
        <button
          key={type}
          type="button"
          draggable
          onDragStart={(event) => event.dataTransfer.setData(paletteType, type)}
          onClick={() => onAdd(type)}
          className="flex w-full items-center gap-2.5 rounded-md p-2 text-left outline-offset-[-2px] hover:bg-sunken"
        >
          <KindTile family={family} type={type} size={24} />
          <span className="min-w-0 flex-1">
            <span className="block text-sm font-medium">{name}</span>
            <span className="block truncate text-xs text-text-3">{description}</span>
          </span>
          {isBest && <Kbd>Enter</Kbd>}
        </button>
      ))}
    </section>
  );
}
