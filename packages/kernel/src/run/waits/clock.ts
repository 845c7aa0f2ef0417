// Time that counts: a run's against its `timeoutMs`, an attempt's against its node's. Both clocks are stopped while only
// waits are open (SPEC K51).
import type { Activation } from '../../state/living.ts';
import { extraOf } from '../../state/node-state.ts';
import type { Batch } from '../batch/batch.ts';
import { cancelTimer } from './close-waits.ts';
import { setTimer } from './set-timer.ts';

export function startRunClock(batch: Batch): void {
  const { state, event } = batch;
  const { timeoutMs } = state.limits;
  if (timeoutMs === null) return;
  state.activeSince = event.at;
  const leftMs = Math.max(0, timeoutMs - state.activeMs);
  state.runTimer = setTimer(batch, 'run', event.at + leftMs, null);
}

export function stopRunClock(batch: Batch): void {
  const { state, event } = batch;
  if (state.activeSince !== null) state.activeMs += event.at - state.activeSince;
  state.activeSince = null;
  if (state.runTimer !== null) cancelTimer(batch, state.runTimer);
  state.runTimer = null;
}

export function startAttemptClock(
  batch: Batch,
  activation: Activation,
  leftMs: number | null,
): void {
  if (leftMs === null) return;
  extraOf(activation).timer = setTimer(batch, 'attempt', batch.event.at + leftMs, activation);
}

/** Remembers what is left of the attempt's time. */
export function stopAttemptClock(batch: Batch, activation: Activation): void {
  const extra = extraOf(activation);
  if (extra.timer === null) return;
  const timer = batch.state.timers.get(extra.timer);
  extra.timeLeftMs = timer === undefined ? null : Math.max(0, timer.at - batch.event.at);
  cancelTimer(batch, extra.timer);
  extra.timer = null;
}
