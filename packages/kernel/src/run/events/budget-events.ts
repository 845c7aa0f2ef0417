// A budget is reached or raised by the host, a limit raised by a person (SPEC K54, K113).
import type { BudgetRaised, BudgetReached } from '../../events.ts';
import { waitId, type WaitId } from '../../ids.ts';
import { ownValue, type Json } from '../../json.ts';
import { continueChildren } from '../activations/child-runs.ts';
import type { Batch } from '../batch/batch.ts';
import { checkRaised, resetCounts } from '../limits/counts.ts';
import { isHandedOff, limitName, onlyPlace, reachLimit } from '../limits/reach-limit.ts';
import { preempt } from '../scheduling/apply-limit.ts';
import { runningActivation } from './named-activation.ts';

/** SPEC K113. */
export function reachBudget(batch: Batch, event: BudgetReached): void {
  const { state } = batch;
  const { node, activation: n, limit, above } = event;
  let place = onlyPlace(batch);
  if (node !== undefined && n !== undefined) {
    const activation = runningActivation(batch, { node, activation: n });
    if (activation === null) return;
    preempt(batch, [activation]);
    place = { node, activation: n, context: activation.context };
  }
  if (above === true) state.paused ??= { wait: waitId(''), limit, lets: true };
  else if (!isHandedOff(batch)) reachLimit(batch, limit, place);
}

export function raiseBudget(batch: Batch, event: BudgetRaised): void {
  const { maxSteps, timeoutMs, tokens, usd } = event;
  raiseLimits(batch, event.wait, { maxSteps, timeoutMs, tokens, usd });
}

/** New values replace the old ones; when the reached limit is not among them, all counts are restarted. */
export function raiseLimits(
  batch: Batch,
  wait: WaitId,
  values: { readonly [name: string]: Json | undefined },
): void {
  const { state } = batch;
  if (state.paused?.wait !== wait) return;
  const { limit } = state.paused;
  state.paused = null;
  state.waits.delete(wait);
  // A run that was paused because of a run above it keeps its own counts.
  let isRaised = wait === '';
  for (const name of ['maxSteps', 'timeoutMs', 'tokens', 'usd'] as const) {
    const value = ownValue(values, name) ?? ownValue(values, limitName(batch, name));
    if (typeof value !== 'number') continue;
    state.limits[name] = value;
    if (name === limit) isRaised = true;
  }
  if (!isRaised) resetCounts(batch);
  checkRaised(batch);
  continueChildren(batch);
}
