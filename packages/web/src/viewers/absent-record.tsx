import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { ProblemError } from '../data/problem.ts';
import { ButtonLink } from '../design/controls/button-link.tsx';
import { EmptyState } from '../design/feedback/empty-state.tsx';
import { ErrorState } from './error-state.tsx';

const places = {
  run: { to: '/runs', title: 'Run not found', action: 'Go to the runs' },
  workflow: { to: '/workflows', title: 'Workflow not found', action: 'Go to your workflows' },
} as const;

interface AbsentRecordProps {
  readonly what: keyof typeof places;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** In the place of a record that could not be loaded: one that is not there is not there the next time, so the way back is offered. */
export function AbsentRecord({ what, error, onRetry }: AbsentRecordProps): ReactNode {
  if (!(error instanceof ProblemError) || error.status !== 404)
    return <ErrorState error={error} onRetry={onRetry} />;
  const { to, title, action } = places[what];
  return (
    <EmptyState
      icon={SearchX}
      title={title}
      isPage
      action={<ButtonLink to={to}>{action}</ButtonLink>}
    >
      It may have been deleted, or it belongs to somebody else.
    </EmptyState>
  );
}
