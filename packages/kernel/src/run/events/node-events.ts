// What the function of a node reports, and a person's retry of a failed node.
import type {
  AttemptFailed,
  NodeCompleted,
  NodeFailed,
  NodeRetried,
  NodeWaiting,
  StepRecorded,
} from '../../events.ts';
import { clearDeadEdges } from '../../joins/find-feeder.ts';
import { addWarning } from '../../state/warnings.ts';
import { extraOf, findActivation, removeAlive } from '../../state/node-state.ts';
import { livingPart } from '../../tags/tag.ts';
import { completeActivation } from '../activations/complete-activation.ts';
import { createActivation } from '../activations/create-activation.ts';
import { failActivation, failAttempt } from '../activations/fail-activation.ts';
import { addToAgenda, type Batch } from '../batch/batch.ts';
import { addUsage } from '../limits/counts.ts';
import { startTogether } from '../scheduling/fan-out.ts';
import { stopAttemptClock } from '../waits/clock.ts';
import { closeGate } from '../waits/gate.ts';
import { openQuestion } from '../waits/open-wait.ts';
import { freeSlot } from '../waits/slots.ts';
import { asksTogether, askTogether, withdrawQuestion } from './function-questions.ts';
import { callingActivation, livingActivation, runningActivation } from './named-activation.ts';

export function completeNode(batch: Batch, event: NodeCompleted): void {
  addUsage(batch, event.usage);
  const activation = callingActivation(batch, event);
  if (activation !== null) addToAgenda(batch, completeActivation(batch, activation, event));
}

export function failNode(batch: Batch, event: NodeFailed): void {
  addUsage(batch, event.usage);
  const activation = runningActivation(batch, event);
  if (activation !== null) addToAgenda(batch, failActivation(batch, activation, event.failure));
}

export function failNodeAttempt(batch: Batch, event: AttemptFailed): void {
  addUsage(batch, event.usage);
  const activation = callingActivation(batch, event);
  if (activation === null || activation.attempt !== event.attempt) return;
  addToAgenda(batch, failAttempt(batch, activation, event.failure));
}

export function suspendNode(batch: Batch, event: NodeWaiting): void {
  const activation = callingActivation(batch, event);
  if (activation === null) return;
  if (asksTogether(activation)) {
    const askedBefore = batch.asked;
    askTogether(batch, activation, event);
    return closeGate(batch, askedBefore);
  }
  freeSlot(batch.state, activation);
  stopAttemptClock(batch, activation);
  const askedBefore = batch.asked;
  openQuestion(batch, activation, event.question, event.key, null);
  closeGate(batch, askedBefore);
}

export function recordStep(batch: Batch, event: StepRecorded): void {
  addUsage(batch, event.usage);
  const activation = livingActivation(batch, event);
  if (activation === null) return;
  addWarning(batch.state, event);
  const extra = extraOf(activation);
  extra.failingSince = null;
  (extra.recorded ??= new Map()).set(event.key, event.value);
  withdrawQuestion(batch, activation, event.key);
}

/** On a run that continues after failures (`onError: "continue"`): the failed node runs again with the same inputs. */
export function retryNode(batch: Batch, event: NodeRetried): void {
  const { state, graph } = batch;
  const node = graph.nodeById.get(event.node);
  const owner = node === undefined ? undefined : state.nodes.get(node.index);
  const failed = owner?.failed;
  if (node === undefined || owner === undefined || !failed) return;
  if (failed.activation !== event.activation) return;
  state.unanswered = false;
  owner.failed = null;
  const at = state.failures.findIndex(
    (failure) => failure.node === node.id && failure.activation === failed.activation,
  );
  if (at >= 0) state.failures.splice(at, 1);
  // Under `superstep` its edges may not be evaluated yet: the retry replaces them.
  const undecided = findActivation(owner, failed.activation);
  if (undecided !== null) removeAlive(state, undecided);
  clearDeadEdges(state);
  const { inputs, previous, context, causes } = failed;
  // Nothing is left that could tell rounds that are over from one another.
  const tag = livingPart(state.tags, failed.tag);
  const reason = { tag, inputs, previous, context, causes };
  const activation = createActivation(batch, node, reason);
  if (activation !== null) startTogether(batch, [activation]);
}
