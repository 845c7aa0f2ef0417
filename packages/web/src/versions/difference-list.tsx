import { Minus, Pencil, Plus, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { visibleText } from '../text/visible-text.ts';
import { WordChanges } from '../viewers/word-changes.tsx';
import type { Difference } from './differences.ts';

interface DifferenceListProps {
  /** Null: one of the versions cannot be read. */
  readonly differences: readonly Difference[] | null;
}

/** Steps and edges that came, went and changed, with the fields of those: words that went and came are marked. */
export function DifferenceList({ differences }: DifferenceListProps): ReactNode {
  if (differences === null)
    return (
      <p className="text-xs text-text-2">
        One of the versions cannot be read, so they cannot be compared.
      </p>
    );
  if (differences.length === 0)
    return (
      <p className="text-xs text-text-2">No difference, apart perhaps from layout and key order.</p>
    );
  return (
    <ul
      aria-label="Differences"
      className="max-h-96 divide-y divide-line overflow-auto rounded-md bg-sunken px-2.5"
    >
      {differences.map((each, index) => (
        <DifferenceItem key={index} difference={each} />
      ))}
    </ul>
  );
}

const looks: Readonly<
  Record<Difference['how'], { readonly icon: LucideIcon; readonly className: string }>
> = {
  added: { icon: Plus, className: 'text-ok-text' },
  removed: { icon: Minus, className: 'text-bad-text' },
  changed: { icon: Pencil, className: 'text-accent-text' },
};

function DifferenceItem({ difference }: { readonly difference: Difference }): ReactNode {
  const { how, name, kind, fields } = difference;
  const { icon: Icon, className } = looks[how];
  return (
    <li className="grid gap-1 py-2 text-xs">
      <p className="flex items-baseline gap-1.5">
        <Icon size={12} aria-label={how} className={`shrink-0 translate-y-0.5 ${className}`} />
        <span className="font-semibold wrap-anywhere">{visibleText(name)}</span>
        <span className="text-text-2 wrap-anywhere">{visibleText(kind)}</span>
      </p>
      {fields.map(({ label, before, after }) => (
        <div key={label} className="pl-4.5">
          <p className="text-text-2">{visibleText(label)}</p>
          <WordChanges before={before} after={after} />
        </div>
      ))}
    </li>
  );
}
