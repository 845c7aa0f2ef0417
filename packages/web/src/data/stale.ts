// What could not be brought up to date
// A page that has its data keeps it when a later question fails. Whoever looks at it must know.
import type { Query } from '@tanstack/react-query';
import { ProblemError } from './problem.ts';
import { queryClient } from './query-client.ts';

/** The server's own trouble: what it refuses (4xx) is told where it was asked for, and that it is away by another banner. */
function isStale({ state: { data, error, status } }: Query): boolean {
  return (
    status === 'error' &&
    data !== undefined &&
    error instanceof ProblemError &&
    (error as ProblemError).status >= 500
  );
}

export function isAnythingStale(): boolean {
  return queryClient.getQueryCache().findAll({ type: 'active' }).some(isStale);
}

export function watchStale(tell: () => void): () => void {
  return queryClient.getQueryCache().subscribe(tell);
}

export function refetchStale(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: isStale });
}
