// Calls that Restate may have lost, or that never end: each has a time by which it must have reported to its run.
import type { Happened } from '@skein/engine';
import type { BegunCall } from './things-in-flight.ts';

/** The earliest time at which a call is overdue; null when none is in flight. */
export function nextLook(calls: readonly BegunCall[], after: number): number | null {
  const due = calls.map(({ dueAt }) => Math.max(dueAt, after));
  return due.length === 0 ? null : Math.min(...due);
}

/** What the run is told about overdue calls. */
export function lostCalls(calls: readonly BegunCall[], at: number): readonly Happened[] {
  return calls.flatMap(({ node, activation, attempt, dueAt }): readonly Happened[] => {
    if (dueAt > at) return [];
    const message = 'The call did not come back in time; its worker may be gone.';
    const failure = { code: 'EXECUTION_LOST', message, retry: 'later' } as const;
    const event = { type: 'attempt.failed', node, activation, attempt, failure } as const;
    return [{ type: 'happened', event, attempt }];
  });
}
