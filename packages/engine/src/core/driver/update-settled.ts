import { isOver } from '@skein/kernel';
import type { DrivenRun } from '../run/driven-run.ts';

/** Whether a run has ended, or only people and events can bring it on: no function runs, no timer will wake it. */
export function isSettled({ state, inFlight }: Pick<DrivenRun, 'state' | 'inFlight'>): boolean {
  if (isOver(state)) return true;
  const { drivingTimers, unsettledChildren, lookingWaits, queuedSlots } = inFlight;
  const isAtRest =
    drivingTimers === 0 && unsettledChildren === 0 && queuedSlots === 0 && lookingWaits.size === 0;
  return state.status === 'waiting' && isAtRest;
}

/** Tells those who wait for a run to settle, and the runs above it, which cannot settle before it. */
export function updateSettled(run: DrivenRun): void {
  const settled = isSettled(run);
  if (settled) run.watchers.settle();
  const { parent } = run;
  // The end of a child brings its parent on, which has not been told yet.
  const isAtRest = settled && !isOver(run.state);
  if (parent === null || parent.child.isSettled === isAtRest) return;
  parent.driver.inFlight.settleChild(parent.child, isAtRest);
  if (parent.child.live) updateSettled(parent.driver);
}
