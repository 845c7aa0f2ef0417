// Calls that Restate may have lost, or that never come to an end: each has a time by which its run must have heard of it.
import type { Happened } from '@skein/engine';
import type { BegunCall } from './things-in-flight.ts';

/** When a call is overdue at the earliest; null when none is in flight. */
export function nextLook(calls: readonly BegunCall[], after: number): number | null {
  const due = calls.map(({ dueAt }) => Math.max(dueAt, after));
  return due.length === 0 ? null : Math.min(...due);
}

/** What the run is told of calls that are overdue. */
export function lostCalls(calls: readonly BegunCall[], at: number): readonly Happened[] {
  return calls.flatMap(({ node, activation, attempt, dueAt }): readonly Happened[] => {
    if (dueAt > at) return [];
    const message = 'The call did not come back in time; its worker may be gone.';
    const failure = { code: 'EXECUTION_LOST', message, retry: 'later' } as const;
    const event = { type: 'attempt.failed', node, activation, attempt, failure } as const;
    return [{ type: 'happened', event, attempt }];
  });
}
