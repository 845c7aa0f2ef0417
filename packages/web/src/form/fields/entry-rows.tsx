import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';

interface EntryRowsProps<Entry> {
  readonly label: string;
  /** What one of them is called; default as the whole. */
  readonly entry?: string;
  readonly entries: readonly Entry[];
  readonly onChange: (entries: readonly Entry[]) => void;
  readonly newEntry: Entry;
  /** The words on the button. */
  readonly add: string;
  readonly children: (entry: Entry, change: (entry: Entry) => void, name: string) => ReactNode;
}

/** Entries below each other, each with a button that removes it. */
export function EntryRows<Entry>(props: EntryRowsProps<Entry>): ReactNode {
  const { label, entry: word = label, entries, onChange, newEntry, add, children } = props;
  return (
    <div role="group" aria-label={label} className="grid gap-2">
      {entries.map((entry, index) => {
        const name = `${word} ${index + 1}`;
        return (
          // Entries have no ids.
          <div key={index} role="group" aria-label={name} className="flex items-start gap-1">
            <div className="min-w-0 flex-1">
              {children(entry, (next) => onChange(entries.with(index, next)), name)}
            </div>
            <IconButton
              label={`Remove ${name}`}
              icon={X}
              onClick={() => onChange(entries.toSpliced(index, 1))}
            />
          </div>
        );
      })}
      <Button
        size="sm"
        icon={Plus}
        className="justify-self-start"
        onClick={() => onChange([...entries, newEntry])}
      >
        {add}
      </Button>
    </div>
  );
}
