import type { RunEvent, RunMoved, RunResumed } from '../events.ts';

/** Whether a run goes on from the state in this entry, and not from what the entries before it led to. */
export function carriesState(event: RunEvent): event is RunMoved | RunResumed {
  return event.type === 'run.moved' || event.type === 'run.resumed';
}
