import { isOver } from '@skein/kernel';
import type { RunDriver } from './run-driver.ts';

/** Whether a run has ended, or only people and events can bring it on: no function runs, no timer will wake it. */
export function isSettled({ state, inFlight }: RunDriver): boolean {
  if (isOver(state)) return true;
  return (
    state.status === 'waiting' && inFlight.drivingTimers === 0 && inFlight.unsettledChildren === 0
  );
}

/** Tells those who wait for a run to settle, and the runs above it, which cannot settle before it. */
export function updateSettled(driver: RunDriver): void {
  const settled = isSettled(driver);
  if (settled) driver.watchers.settle(driver);
  const { parent } = driver;
  if (parent === null || parent.child.isSettled === settled) return;
  parent.child.isSettled = settled;
  if (!parent.child.live) return;
  parent.driver.inFlight.unsettledChildren += settled ? -1 : 1;
  updateSettled(parent.driver);
}
