// Calls that Restate may have lost, or that never come to an end: each has a time by which its run must have heard of it.
import type { Happened } from '@skein/engine';
import type { Begun } from './carry-out.ts';

/** Beyond what a call may take, for the way to the worker and back: as much again, and at most this. */
const graceMaxMs = 60_000;

export function dueBy(at: number, limitMs: number): number {
  return at + limitMs + Math.min(limitMs, graceMaxMs);
}

/** When a call is overdue at the earliest; null when none is under way. */
export function nextLook(begun: Begun, after: number): number | null {
  let next: number | null = null;
  for (const thing of Object.values(begun)) {
    const dueAt = 'call' in thing ? Math.max(thing.call.dueAt, after) : null;
    if (dueAt !== null && (next === null || dueAt < next)) next = dueAt;
  }
  return next;
}

/** What the run is told of calls that are overdue. */
export function lostCalls(begun: Begun, at: number): readonly Happened[] {
  return Object.values(begun).flatMap((thing): readonly Happened[] => {
    if (!('call' in thing) || thing.call.dueAt > at) return [];
    const { node, activation, attempt } = thing.call;
    const message = 'The call did not come back in time; its worker may be gone.';
    const failure = { code: 'EXECUTION_LOST', message, retry: 'later' } as const;
    const event = { type: 'attempt.failed', node, activation, attempt, failure } as const;
    return [{ type: 'happened', event, attempt }];
  });
}
