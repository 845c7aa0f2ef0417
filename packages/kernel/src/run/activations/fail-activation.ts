// An attempt or a node failed: retry, the error port, or the run (SPEC K40–K43).
import type { Failure, RunError } from '../../failure.ts';
import type { Activation, Token } from '../../state/living.ts';
import { isOver } from '../../state/run-state.ts';
import { extraOf, removeAlive, setStatus } from '../../state/node-state.ts';
import { derive, type Batch } from '../batch/batch.ts';
import { closeWaits } from '../waits/close-waits.ts';
import { setTimer } from '../waits/set-timer.ts';
import { freeSlot, releaseSlots } from '../waits/slots.ts';
import { finishRun } from './finish-run.ts';
import { fireEdges } from './fire-edges.ts';
import { reportFailedEdges } from './report-failed-edges.ts';

export function failAttempt(
  batch: Batch,
  activation: Activation,
  failure: Failure,
): readonly Token[] {
  if (!isTriedAgain(batch, activation, failure)) return failActivation(batch, activation, failure);
  const { state, event } = batch;
  freeSlot(state, activation);
  closeWaits(batch, activation);
  const at = event.at + backoffMs(batch, activation, failure);
  setStatus(state, activation, 'retrying');
  const extra = extraOf(activation);
  extra.outcome = { kind: 'failed', failure };
  extra.timer = setTimer(batch, 'retry', at, activation);
  const { node, n } = activation;
  const { attempt } = activation;
  derive(batch, {
    type: 'activation.retrying',
    node: node.id,
    activation: n,
    attempt,
    failure,
    at,
  });
  return [];
}

function isTriedAgain({ graph, event }: Batch, activation: Activation, failure: Failure): boolean {
  const { node, attempt } = activation;
  if (failure.retry === 'never') return false;
  const { retryForMs } = failure;
  const isWritten = graph.workflow.nodes[node.index]?.retry !== undefined;
  // A type that is never tried again by itself may have effects that must not be repeated.
  if (retryForMs === undefined || isWritten || node.retry.attempts === 1) {
    return attempt < node.retry.attempts;
  }
  const since = (extraOf(activation).failingSince ??= event.at);
  const forMs = graph.policy.modelRetryMs ?? retryForMs;
  return attempt < node.retry.attempts || event.at - since < forMs;
}

/** The digits of the UUID that differ from event to event, without those that the kernel adds its counter to. */
const JITTER_DIGITS = [-8, -5] as const;

/** Exponential backoff, with a jitter of up to a tenth taken from the event's UUID, so that replay computes the same. */
function backoffMs(batch: Batch, activation: Activation, failure: Failure): number {
  const { backoffMs: base, factor, maxMs } = activation.node.retry;
  const { retry } = failure;
  const backoff = Math.min(base * factor ** (activation.attempt - 1), maxMs);
  const jitter = Number.parseInt(batch.event.id.slice(...JITTER_DIGITS), 16) / 0xfff;
  const own = Math.round(backoff * (1 + 0.1 * (Number.isFinite(jitter) ? jitter : 0)));
  return typeof retry === 'object' ? Math.max(own, retry.afterMs) : own;
}

export function failActivation(
  batch: Batch,
  activation: Activation,
  failure: Failure,
): readonly Token[] {
  const { state, graph, event } = batch;
  const { node, n, attempt } = activation;
  freeSlot(state, activation);
  closeWaits(batch, activation);
  releaseSlots(batch, activation);
  const { owner } = activation;
  owner.ended = 'failed';
  owner.finishedAt = event.at;
  const { inputs, previous, context, causes } = activation;
  const { tag } = activation;
  owner.failed = { activation: n, failure, attempt, inputs, previous, context, causes, tag };
  if (graph.policy.schedule === 'superstep' && node.outgoing.has('error')) {
    // Whether an edge handles it is known when the edges of this pass are evaluated.
    extraOf(activation).outcome = { kind: 'failed', failure };
    setStatus(state, activation, 'finishing');
    state.pass.finishing.push(activation);
    return [];
  }
  return leaveFailed(batch, activation, failure);
}

/** Its edges are evaluated and it is over; without one that fires, nothing has handled the failure. */
export function leaveFailed(
  batch: Batch,
  activation: Activation,
  failure: Failure,
): readonly Token[] {
  const { state, graph } = batch;
  const { node, n, attempt } = activation;
  const { message, code } = failure;
  const tokens = node.outgoing.has('error')
    ? fireEdges(batch, activation, { error: { message, code, attempt } })
    : [];
  const handled = tokens.length > 0;
  derive(batch, { type: 'activation.failed', node: node.id, activation: n, failure, handled });
  removeAlive(state, activation);
  if (batch.failedEdges !== null) reportFailedEdges(batch, activation);
  if (isOver(state)) return [];
  if (handled) return tokens;
  const error: RunError = { code, message, node: node.id, activation: n };
  if (graph.policy.onError === 'fail') finishRun(batch, 'failed', { error });
  else state.failures.push(error);
  return [];
}
