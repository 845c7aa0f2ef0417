// Stale data
// A page keeps its data when a refetch fails; the user must know that it is out of date.
import type { Query } from '@tanstack/react-query';
import { ProblemError } from './problem.ts';
import { queryClient } from './query-client.ts';

/** Server errors only: rejections (4xx) are shown where they occur, and a lost connection has its own banner. */
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
