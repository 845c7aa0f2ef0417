import { Crosshair } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../design/controls/icon-button.tsx';
import type { TodoEntry } from '../graph/edit/todo.ts';
import { visibleText } from '../text/visible-text.ts';
import { groupByKind, kindNote, kindWords } from './kind-words.ts';

interface TodoListProps {
  readonly entries: readonly TodoEntry[];
  /** Ticks an entry off; without it the list is only read. */
  readonly onTick?: (entry: TodoEntry, isDone: boolean) => void;
  /** Goes to the node of an entry. */
  readonly onShow?: (entry: TodoEntry) => void;
  /** What the node of an entry is called; its id by default. */
  readonly nodeName?: (node: string) => string;
  /** Why an entry is done without being ticked off; undefined: it is not. */
  readonly doneBy?: (entry: TodoEntry) => string | undefined;
}

/** A file of hundreds of nodes may leave thousands of things to do. */
const shownMax = 200;

/** What an import has left to do, by kind, each with its cure. */
export function TodoList({
  entries,
  onTick,
  onShow,
  doneBy,
  nodeName = (node) => node,
}: TodoListProps): ReactNode {
  return (
    <div role="group" aria-label="To do" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {groupByKind(entries).map(([kind, group]) => (
        <section key={kind} aria-label={kindWords(kind)} className="grid gap-1.5">
          <h3 className="text-sm font-medium">
            {visibleText(kindWords(kind))}{' '}
            <span className="num font-normal text-text-3">{group.length}</span>
          </h3>
          {kindNote(kind) !== undefined && <p className="text-xs text-text-2">{kindNote(kind)}</p>}
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
            {group.slice(0, shownMax).map((entry) => (
              <li key={entry.index}>
                <Entry
                  entry={entry}
                  name={nodeName(entry.node)}
                  onTick={onTick}
                  onShow={onShow}
                  by={doneBy?.(entry)}
                />
              </li>
            ))}
            {group.length > shownMax && (
              <li className="text-xs text-text-3">and {group.length - shownMax} more</li>
            )}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface EntryProps {
  readonly entry: TodoEntry;
  readonly name: string;
  readonly onTick: TodoListProps['onTick'];
  readonly onShow: TodoListProps['onShow'];
  readonly by: string | undefined;
}

function Entry({ entry, name, onTick, onShow, by }: EntryProps): ReactNode {
  const isDone = entry.isDone || by !== undefined;
  const words = (
    <span className="min-w-0 flex-1">
      <span className={isDone ? 'block break-words text-text-3 line-through' : 'block break-words'}>
        {visibleText(entry.message)}
      </span>
      <span className="block text-xs break-words text-text-2">{visibleText(by ?? entry.hint)}</span>
    </span>
  );
  return (
    <div className="flex items-start gap-2 rounded-md border border-line px-2.5 py-2 text-sm">
      {onTick === undefined ? (
        words
      ) : (
        <label className="flex min-w-0 flex-1 items-start gap-2">
          <input
            type="checkbox"
            className="mt-0.5 shrink-0"
            checked={isDone}
            disabled={by !== undefined}
            onChange={(event) => onTick(entry, event.target.checked)}
          />
          {words}
        </label>
      )}
      {onShow !== undefined && entry.node !== '' && (
        <IconButton
          size="sm"
          label={`Go to ${visibleText(name)}`}
          icon={Crosshair}
          onClick={() => onShow(entry)}
        />
      )}
    </div>
  );
}
