import type { ReactNode } from 'react';

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

interface FactsGridProps {
  readonly label: string;
  readonly facts: readonly Fact[];
}

/** A few facts side by side, each with its name above. */
export function FactsGrid({ label, facts }: FactsGridProps): ReactNode {
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line"
    >
      {facts.map(({ name, value }) => (
        <div key={name} className="min-w-0 bg-surface px-3 py-2 last:odd:col-span-2">
          <dt className="truncate text-xs text-text-2">{name}</dt>
          <dd className="num text-sm font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
