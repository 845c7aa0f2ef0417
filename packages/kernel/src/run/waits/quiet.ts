// The quiet period before a run begins (SPEC K600): further starts join the run, and the newest input counts.
import type { QuietPeriod, RunJoined } from '../../events.ts';
import type { Quiet, RunState } from '../../state/run-state.ts';
import type { Batch } from '../batch/batch.ts';
import { cancelTimer } from './close-waits.ts';
import { setTimer } from './set-timer.ts';

/** A start that arrives twice does so within seconds: only so many of them have to be known. */
const STARTS_KEPT_MAX = 1000;

export function openQuiet(batch: Batch, period: QuietPeriod): void {
  const { state, event } = batch;
  const lastAt = period.maxMs === undefined ? null : event.at + period.maxMs;
  state.queued++;
  state.quiet = { ...period, lastAt, starts: [], ...plan(batch, { ...period, lastAt }) };
}

/** Changes nothing once the run has begun (X3), or when the start has joined it before. */
export function joinQuiet(batch: Batch, event: RunJoined): void {
  const { state } = batch;
  const { quiet } = state;
  if (quiet === null || quiet.starts.includes(event.start)) return;
  const inputId = { event: event.id, counter: ++batch.ids };
  state.origin = { ...state.origin, input: event.input, inputId };
  cancelTimer(batch, quiet.timer);
  const starts = [...quiet.starts, event.start].slice(-STARTS_KEPT_MAX);
  state.quiet = { ...quiet, starts, ...plan(batch, quiet) };
}

/** Its timer has fired, or was cancelled. */
export function closeQuiet(state: RunState): void {
  if (state.quiet === null) return;
  state.quiet = null;
  state.queued--;
}

function plan(
  batch: Batch,
  { ms, lastAt }: Pick<Quiet, 'ms' | 'lastAt'>,
): Pick<Quiet, 'until' | 'timer'> {
  const until = Math.min(batch.event.at + ms, lastAt ?? Infinity);
  return { until, timer: setTimer(batch, 'quiet', until, null) };
}
