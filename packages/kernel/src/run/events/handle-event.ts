// What each event means for the run. What follows from it is left to `settleRun`.
import type * as events from '../../events.ts';
import type { ActivationName } from '../../events.ts';
import type { JsonObject } from '../../json.ts';
import { clearDeadEdges } from '../../joins/find-feeder.ts';
import { isObject, ownValue } from '../../json.ts';
import { livingPart } from '../../tags/tag.ts';
import { placeLast, type Batch } from '../batch/batch.ts';
import { stopExecution } from '../activations/cancel-activation.ts';
import {
  backgroundFinishes,
  backgroundKey,
  childFinishes,
  continueChildren,
  setChildWaits,
  type ChildOwner,
} from '../activations/child-runs.ts';
import { startRunClock, stopAttemptClock, stopRunClock } from '../waits/clock.ts';
import { completeActivation } from '../activations/complete-activation.ts';
import { contextOf, MAIN_CONTEXT, newContext } from '../../state/contexts.ts';
import { createActivation } from '../activations/create-activation.ts';
import { failActivation, failAttempt } from '../activations/fail-activation.ts';
import { closeGate, startTogether } from '../scheduling/fan-out.ts';
import {
  addUsage,
  checkRaised,
  isHandedOff,
  limitName,
  onlyPlace,
  reachLimit,
  resetCounts,
  standBack,
} from '../limits/limits.ts';
import { extraOf, findActivation, removeAlive, setStatus } from '../../state/node-state.ts';
import { openQuestion } from '../waits/open-wait.ts';
import { freeSlot } from '../waits/slots.ts';
import type { Activation, Timer, Token, Wait } from '../../state/run-state.ts';

export function startRun(batch: Batch, event: events.RunStarted): void {
  const { state, graph } = batch;
  const { policy } = graph;
  state.run = event.run;
  state.rules = event.rules;
  state.workflow = event.workflow;
  state.parent = event.parent ?? null;
  state.input = event.input;
  state.inputId = { event: event.id, counter: ++batch.ids };
  state.createdAt = event.at;
  state.limits = {
    maxSteps: policy.maxSteps,
    timeoutMs: policy.timeoutMs,
    tokens: lesser(policy.budget.tokens, event.budget?.tokens),
    usd: lesser(policy.budget.usd, event.budget?.usd),
  };
  for (const [id, settings] of Object.entries(graph.workflow.contexts ?? {})) {
    state.contexts.set(id, newContext(id, settings));
  }
  if (policy.inputIs === 'message' && typeof event.input === 'string') {
    contextOf(state, MAIN_CONTEXT).atHand.push({ role: 'user', content: event.input });
  }
  const entries: Activation[] = [];
  for (const node of graph.entries) {
    const activation = createActivation(batch, node, {
      tag: state.tags.root,
      inputs: event.input === undefined ? {} : { input: event.input },
      previous: event.input,
      context: MAIN_CONTEXT,
      causes: [],
    });
    if (activation !== null) entries.push(activation);
  }
  startTogether(batch, entries);
}

function lesser(own: number | null, given: number | undefined): number | null {
  if (given === undefined) return own;
  return own === null ? given : Math.min(own, given);
}

export function completeNode(batch: Batch, event: events.NodeCompleted): void {
  addUsage(batch, event.usage);
  const activation = runningActivation(batch, event);
  if (activation !== null) goOn(batch, completeActivation(batch, activation, event));
}

export function failNode(batch: Batch, event: events.NodeFailed): void {
  addUsage(batch, event.usage);
  const activation = runningActivation(batch, event);
  if (activation !== null) goOn(batch, failActivation(batch, activation, event.failure));
}

export function failNodeAttempt(batch: Batch, event: events.AttemptFailed): void {
  addUsage(batch, event.usage);
  const activation = runningActivation(batch, event);
  if (activation === null || activation.attempt !== event.attempt) return;
  goOn(batch, failAttempt(batch, activation, event.failure));
}

export function suspendNode(batch: Batch, event: events.NodeWaiting): void {
  const activation = runningActivation(batch, event);
  if (activation === null) return;
  freeSlot(batch.state, activation);
  stopAttemptClock(batch, activation);
  const askedBefore = batch.asked;
  openQuestion(batch, activation, event.question, event.key, null);
  closeGate(batch, askedBefore);
}

export function recordStep(batch: Batch, event: events.StepRecorded): void {
  addUsage(batch, event.usage);
  const activation = livingActivation(batch, event);
  if (activation === null) return;
  const extra = extraOf(activation);
  (extra.recorded ??= new Map()).set(event.key, event.value);
}

export function answerWait(batch: Batch, event: events.WaitAnswered): void {
  const { state, graph } = batch;
  const wait = state.waits.get(event.wait);
  if (wait === undefined) return;
  if (state.paused?.wait === wait.id) {
    return raise(batch, wait.id, isObject(event.answer) ? event.answer : {});
  }
  const activation = waitingActivation(batch, wait);
  if (activation === null) return;
  closeAnswered(batch, wait, activation);
  state.unanswered = false;
  if (graph.policy.countsFrom === 'answer') resetCounts(batch);
  state.repeats.clear();
  if (wait.key === null) {
    const result = event.result ?? { value: event.answer };
    return goOn(batch, completeActivation(batch, activation, result));
  }
  const extra = extraOf(activation);
  (extra.recorded ??= new Map()).set(wait.key, event.answer);
  extra.resume = true;
  setStatus(state, activation, 'ready');
  placeLast(batch, activation);
}

export function expireWait(batch: Batch, event: events.WaitExpired): void {
  const wait = batch.state.waits.get(event.wait);
  if (wait === undefined) return;
  const activation = waitingActivation(batch, wait);
  if (activation === null) return;
  closeAnswered(batch, wait, activation);
  if (wait.key === null) {
    const ports = { expired: activation.previous };
    return goOn(batch, completeActivation(batch, activation, { ports }));
  }
  const failure = {
    code: 'WAIT_EXPIRED',
    message: `Nobody answered within ${wait.question.deadlineMs ?? 0} ms.`,
    retry: 'never',
  } as const;
  stopExecution(batch, activation);
  goOn(batch, failActivation(batch, activation, failure));
}

/** The host has seen the answer itself, so it need not be told that the wait is closed. */
function closeAnswered(batch: Batch, wait: Wait, activation: Activation): void {
  batch.state.waits.delete(wait.id);
  batch.state.gateClosed = false;
  const extra = extraOf(activation);
  extra.wait = null;
  extra.waitKey = null;
}

export function fireTimer(batch: Batch, event: events.TimerFired): void {
  const { state } = batch;
  const timer = state.timers.get(event.timer);
  if (timer === undefined) return;
  state.timers.delete(timer.id);
  if (timer.purpose === 'run') return fireRunTimer(batch);
  const { activation } = timer;
  if (activation === null || activation.status === 'over') return;
  extraOf(activation).timer = null;
  fireNodeTimer(batch, timer, activation);
}

function fireRunTimer(batch: Batch): void {
  const { state } = batch;
  state.runTimer = null;
  stopRunClock(batch);
  // The counts may have begun anew since the timer was set.
  if (state.activeMs < (state.limits.timeoutMs ?? 0)) return startRunClock(batch);
  if (!isHandedOff(batch)) reachLimit(batch, 'timeoutMs', onlyPlace(batch));
}

function fireNodeTimer(batch: Batch, timer: Timer, activation: Activation): void {
  if (timer.purpose === 'delay') {
    const { previous } = activation;
    return goOn(
      batch,
      completeActivation(batch, activation, previous === undefined ? {} : { value: previous }),
    );
  }
  if (timer.purpose === 'retry') {
    setStatus(batch.state, activation, 'ready');
    batch.state.agenda.push(activation);
    return;
  }
  stopExecution(batch, activation);
  const failure = {
    code: 'TIMEOUT',
    message: `Attempt ${activation.attempt} took longer than ${activation.node.timeoutMs ?? 0} ms.`,
    retry: 'later',
  } as const;
  goOn(batch, failAttempt(batch, activation, failure));
}

export function childWaiting(batch: Batch, event: events.ChildWaiting): void {
  const { index, waits } = event;
  setChildWaits(batch, childOwner(batch, event), { index, waits });
}

export function childResumed(batch: Batch, event: events.ChildResumed): void {
  // Somebody has answered down there.
  batch.state.unanswered = false;
  setChildWaits(batch, childOwner(batch, event), { index: event.index, waits: null });
}

export function childFinished(batch: Batch, event: events.ChildFinished): void {
  addUsage(batch, event.usage);
  const owner = childOwner(batch, event);
  if (owner === null) return;
  if (owner.activation.status === 'over') backgroundFinishes(batch, owner, event.index);
  else goOn(batch, childFinishes(batch, owner.activation, event));
}

/** SPEC K113. */
export function reachBudget(batch: Batch, event: events.BudgetReached): void {
  const { state } = batch;
  const { node, activation: n, limit, above } = event;
  let place = onlyPlace(batch);
  if (node !== undefined && n !== undefined) {
    const activation = runningActivation(batch, { node, activation: n });
    if (activation === null) return;
    standBack(batch, [activation]);
    place = { node, activation: n, context: activation.context };
  }
  if (above === true) state.paused ??= { wait: '', limit, lets: true };
  else if (!isHandedOff(batch)) reachLimit(batch, limit, place);
}

export function raiseBudget(batch: Batch, event: events.BudgetRaised): void {
  const { maxSteps, timeoutMs, tokens, usd } = event;
  raise(batch, event.wait, {
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(usd === undefined ? {} : { usd }),
  });
}

/** New values replace the old ones; when the limit that was reached is not among them, all counts begin anew. */
function raise(batch: Batch, wait: string, values: JsonObject): void {
  const { state } = batch;
  if (state.paused?.wait !== wait) return;
  const { limit } = state.paused;
  state.paused = null;
  state.waits.delete(wait);
  // A run that stood still because of another keeps its own counts.
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

/** On a run that goes on (`onError: "continue"`): the failed node gets another activation with the same inputs. */
export function retryNode(batch: Batch, event: events.NodeRetried): void {
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
  // Under `superstep` its edges may not be evaluated yet: the new try takes their place.
  const undecided = findActivation(owner, failed.activation);
  if (undecided !== null) removeAlive(state, undecided);
  clearDeadEdges(state);
  const { inputs, previous, context, causes } = failed;
  // Rounds that are over have left nothing that could tell them from one another.
  const tag = livingPart(state.tags, failed.tag);
  const reason = { tag, inputs, previous, context, causes };
  const activation = createActivation(batch, node, reason);
  if (activation !== null) startTogether(batch, [activation]);
}

function goOn({ state }: Batch, tokens: readonly Token[]): void {
  if (tokens.length === 0) return;
  state.agenda.push(tokens);
}

function livingActivation(batch: Batch, name: ActivationName): Activation | null {
  const node = batch.graph.nodeById.get(name.node);
  if (node === undefined) return null;
  return findActivation(batch.state.nodes.get(node.index), name.activation);
}

/** Whose child it is: a living activation, or a map that has gone on without it. */
function childOwner(batch: Batch, name: ActivationName): ChildOwner | null {
  const activation = livingActivation(batch, name);
  const children = activation?.extra?.children;
  if (activation !== null && children) return { activation, children };
  const node = batch.graph.nodeById.get(name.node);
  if (node === undefined) return null;
  return batch.state.background.get(backgroundKey({ node, n: name.activation })) ?? null;
}

function runningActivation(batch: Batch, name: ActivationName): Activation | null {
  const activation = livingActivation(batch, name);
  return activation?.status === 'running' && !activation.extra?.children ? activation : null;
}

function waitingActivation(batch: Batch, wait: Wait): Activation | null {
  if (wait.node === null) return null;
  return findActivation(batch.state.nodes.get(wait.node.index), wait.activation);
}
