// An attempt or a node failed: retry, the error port, or the run (SPEC K40–K43).
import type { Failure, RunError } from '../../failure.ts';
import type { Activation, Token } from '../../state/living.ts';
import { isOver } from '../../state/run-state.ts';
import { extraOf, removeAlive, setStatus } from '../../state/node-state.ts';
import { backoffOf, retryOf, type RetryDecision } from '../../retries.ts';
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
  const decision = decide(activation, failure);
  if (!isTriedAgain(batch, activation, { failure, decision }))
    return failActivation(batch, activation, failure);
  const { state, event } = batch;
  freeSlot(state, activation);
  closeWaits(batch, activation);
  const at = event.at + backoffMs(batch, failure, decision);
  setStatus(state, activation, 'retrying');
  const extra = extraOf(activation);
  extra.outcome = { kind: 'failed', failure };
  if (activation.node.retry.rules !== undefined) extra.retries = decision.counts;
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

/** Without rules every attempt counts. */
function decide({ node, attempt, extra }: Activation, failure: Failure): RetryDecision {
  const counts = node.retry.rules === undefined ? [attempt - 1] : (extra?.retries ?? []);
  return retryOf(node.retry, failure, counts);
}

function isTriedAgain(
  { graph, event }: Batch,
  activation: Activation,
  { failure, decision }: { readonly failure: Failure; readonly decision: RetryDecision },
): boolean {
  const { node, attempt } = activation;
  const { times, count, isNamed } = decision;
  if (failure.retry === 'never' && !isNamed) return false;
  const { retryForMs } = failure;
  const isWritten = graph.workflow.nodes[node.index]?.retry !== undefined;
  // A type that is never tried again by itself may have effects that must not be repeated.
  if (retryForMs === undefined || isWritten || node.retry.attempts === 1) {
    return count < times.attempts;
  }
  const since = (extraOf(activation).failingSince ??= event.at);
  const forMs = graph.policy.modelRetryMs ?? retryForMs;
  return attempt < node.retry.attempts || event.at - since < forMs;
}

/** The digits of the UUID that differ from event to event, without those that the kernel adds its counter to. */
const JITTER_DIGITS = [-8, -5] as const;

/** Exponential backoff, with a jitter taken from the event's UUID, so that replay computes the same. */
function backoffMs({ event }: Batch, { retry }: Failure, { times, count }: RetryDecision): number {
  const chance = Number.parseInt(event.id.slice(...JITTER_DIGITS), 16) / 0xfff;
  const own = backoffOf(times, { count, chance: Number.isFinite(chance) ? chance : 0 });
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
  const { message, code, name } = failure;
  const said = { message, code, attempt };
  const tokens = node.outgoing.has('error')
    ? fireEdges(batch, activation, { error: name === undefined ? said : { ...said, name } })
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
