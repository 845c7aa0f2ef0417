// Answers and deadlines of waits.
import type { WaitAnswered, WaitExpired } from '../../events.ts';
import { isObject } from '../../json.ts';
import type { Activation } from '../../state/living.ts';
import { extraOf, findActivation, setStatus } from '../../state/node-state.ts';
import type { Wait } from '../../state/run-state.ts';
import { stopExecution } from '../activations/cancel-activation.ts';
import { completeActivation } from '../activations/complete-activation.ts';
import { failActivation } from '../activations/fail-activation.ts';
import { addToAgenda, placeLast, type Batch } from '../batch/batch.ts';
import { resetCounts } from '../limits/counts.ts';
import { raiseLimits } from './budget-events.ts';
import { answerFunction, asksTogether } from './function-questions.ts';

export function answerWait(batch: Batch, event: WaitAnswered): void {
  const { state, graph } = batch;
  const wait = state.waits.get(event.wait);
  if (wait === undefined) return;
  if (state.paused?.wait === wait.id) {
    return raiseLimits(batch, wait.id, isObject(event.answer) ? event.answer : {});
  }
  const activation = waitingActivation(batch, wait);
  if (activation === null) return;
  closeAnswered(batch, wait, activation);
  state.unanswered = false;
  if (graph.policy.countsFrom === 'answer') resetCounts(batch);
  state.repeats.seen.clear();
  if (event.failure !== undefined) {
    return addToAgenda(batch, failActivation(batch, activation, event.failure));
  }
  if (wait.key === null) {
    const result = event.result ?? { value: event.answer };
    return addToAgenda(batch, completeActivation(batch, activation, result));
  }
  if (asksTogether(activation))
    return answerFunction(batch, activation, { key: wait.key, value: event.answer });
  const extra = extraOf(activation);
  (extra.recorded ??= new Map()).set(wait.key, event.answer);
  extra.resume = true;
  setStatus(state, activation, 'ready');
  placeLast(batch, activation);
}

export function expireWait(batch: Batch, event: WaitExpired): void {
  const wait = batch.state.waits.get(event.wait);
  if (wait === undefined) return;
  const activation = waitingActivation(batch, wait);
  if (activation === null) return;
  closeAnswered(batch, wait, activation);
  if (wait.key === null) {
    const ports = { expired: activation.previous };
    return addToAgenda(batch, completeActivation(batch, activation, { ports }));
  }
  if (asksTogether(activation))
    return answerFunction(batch, activation, { key: wait.key, value: undefined });
  const failure = {
    code: 'WAIT_EXPIRED',
    message: `Nobody answered within ${wait.question.deadlineMs ?? 0} ms.`,
    retry: 'never',
  } as const;
  stopExecution(batch, activation);
  addToAgenda(batch, failActivation(batch, activation, failure));
}

/** The host has seen the answer itself, so it need not be told that the wait is closed. */
function closeAnswered(batch: Batch, wait: Wait, activation: Activation): void {
  batch.state.waits.delete(wait.id);
  batch.state.gate.closed = false;
  extraOf(activation).wait = null;
}

function waitingActivation(batch: Batch, wait: Wait): Activation | null {
  if (wait.node === null) return null;
  return findActivation(batch.state.nodes.get(wait.node.index), wait.activation);
}
