import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface DecidedAtProps {
  readonly run: string;
  /** The journal row; null while undecided. */
  readonly seq: number | null;
}

/** Links an explanation to the event that decided it. */
export function DecidedAt({ run, seq }: DecidedAtProps): ReactNode {
  const search = useSearch({ from: '/runs/$id' });
  if (seq === null) return <p className="text-xs text-text-3">Not decided yet.</p>;
  return (
    <p className="text-xs text-text-3">
      Decided at event {seq} of the journal.{' '}
      <Link
        to="/runs/$id"
        params={{ id: run }}
        search={{ ...search, tab: 'journal', event: seq }}
        className="rounded-sm font-medium text-accent-text hover:underline"
      >
        Show
      </Link>
    </p>
  );
}
