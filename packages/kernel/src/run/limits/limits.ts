// Limits: steps, passes, time, repeats, budget, and what happens at one of them (SPEC K50–K54).
//
// L1. A limit is noted where it is noticed and dealt with between two steps of the batch: in the middle of a fan-out,
//     stopping everything would leave half of it behind.
// L2. A hand-off has all the time and money that it needs: the limit that called for it would cut it off again.
// L3. Someone must answer between two hand-offs: a node that asks nobody and leads back would take over for ever.
// L4. A budget that is reached stops nothing when the run pauses: other calls may be paid for already, and their results
//     would be lost. What runs may finish, and nothing new starts.
import { canonicalJson, setOwn, type Json } from '../../json.ts';
import type { Usage } from '../../events.ts';
import type { Graph, GraphNode } from '../../graph/graph.ts';
import { clearDeadEdges } from '../../joins/find-feeder.ts';
import { addEffect, derive, type Batch } from '../batch/batch.ts';
import { cancelAll, stopExecution } from '../activations/cancel-activation.ts';
import { startRunClock, stopAttemptClock } from '../waits/clock.ts';
import { MAIN_CONTEXT } from '../../state/contexts.ts';
import { createActivation } from '../activations/create-activation.ts';
import { finishRun } from '../activations/finish-run.ts';
import { makeId } from '../../state/output-id.ts';
import { setStatus } from '../../state/node-state.ts';
import { freeSlot } from '../waits/slots.ts';
import type { Activation, RunState } from '../../state/run-state.ts';

export type LimitName = 'maxSteps' | 'maxPasses' | 'maxRepeats' | 'timeoutMs' | 'tokens' | 'usd';

export interface ReachedLimit {
  readonly name: LimitName;
  /** Where; null when it is no single node's doing. */
  readonly place: Place | null;
}

interface Place {
  readonly node: string;
  readonly activation: number;
  readonly context: string;
}

/** False when the step is refused and the run goes no further this way. */
export function countStep(batch: Batch, node: GraphNode, context: string): boolean {
  const { state, graph } = batch;
  if (state.steps - state.stepsBase >= state.limits.maxSteps) {
    const activation = (state.nodes.get(node.index)?.count ?? 0) + 1;
    reachLimit(batch, 'maxSteps', { node: node.id, activation, context });
    // Paused: the step is kept and goes on when a person raises the limit.
    if (batch.limit !== null && graph.policy.onLimit !== 'pause') return false;
  }
  state.steps++;
  return true;
}

/** A paid result is never thrown away: the event that spent has its say before the limit is dealt with. */
export function addUsage(batch: Batch, usage: Usage | undefined): void {
  if (usage === undefined) return;
  const { state } = batch;
  const total = state.usage;
  total.modelCalls += usage.modelCalls ?? 0;
  total.inputTokens += usage.inputTokens ?? 0;
  total.outputTokens += usage.outputTokens ?? 0;
  total.usd += usage.usd ?? 0;
  checkSpent(batch);
}

function checkSpent(batch: Batch): void {
  if (isHandedOff(batch)) return;
  const { usageBase, limits, usage } = batch.state;
  const spent = spentTokens(batch.state) - usageBase.tokens;
  if (limits.tokens !== null && spent > limits.tokens)
    reachLimit(batch, 'tokens', onlyPlace(batch));
  const spentUsd = usage.usd - usageBase.usd;
  if (limits.usd !== null && spentUsd > limits.usd) reachLimit(batch, 'usd', onlyPlace(batch));
}

function spentTokens({ usage }: RunState): number {
  return usage.inputTokens + usage.outputTokens;
}

/** A person has raised a limit: perhaps not far enough for what was kept meanwhile. */
export function checkRaised(batch: Batch): void {
  const { steps, stepsBase, limits } = batch.state;
  if (steps - stepsBase > limits.maxSteps) reachLimit(batch, 'maxSteps', null);
  checkSpent(batch);
}

/** The n-th equal value of a node, with nothing new produced since the one before. */
export function countRepeat(batch: Batch, activation: Activation, value: Json | undefined): void {
  const { state, graph } = batch;
  if (value === undefined) return;
  const key = `${activation.node.index}:${canonicalJson(value, isCallId)}`;
  const seen = state.repeats.get(key);
  if (seen === undefined) {
    state.novel++;
    state.repeats.set(key, { count: 1, novel: state.novel });
    return;
  }
  seen.count++;
  const nothingNew = seen.novel === state.novel;
  seen.novel = state.novel;
  if (nothingNew && seen.count >= (graph.policy.maxRepeats ?? Infinity)) {
    const { node, n, context } = activation;
    reachLimit(batch, 'maxRepeats', { node: node.id, activation: n, context });
  }
}

/** Ids of calls differ every time and say nothing about progress; an `id` among the arguments of a call does. */
function isCallId(key: string, list: string): boolean {
  return key === 'toolCallId' || (key === 'id' && list === 'toolCalls');
}

/** What was going on, when it was one thing only. */
export function onlyPlace({ state }: Batch): Place | null {
  let only: Activation | null = null;
  for (const { alive } of state.nodes.values()) {
    for (const activation of alive) {
      if (only !== null) return null;
      only = activation;
    }
  }
  return only === null ? null : { node: only.node.id, activation: only.n, context: only.context };
}

export function reachLimit(batch: Batch, name: LimitName, place: Place | null): void {
  if (batch.limit === null && batch.state.paused === null) batch.limit = { name, place };
}

/** A node has taken over at a limit, outside all limits. */
export function isHandedOff({
  graph: { limitNode },
  state,
}: {
  readonly graph: Graph;
  readonly state: RunState;
}): boolean {
  const alive = limitNode === null ? undefined : state.nodes.get(limitNode.index)?.alive;
  return alive?.some(({ extra }) => extra?.handOff === true) === true;
}

export function applyLimit(batch: Batch, { name, place }: ReachedLimit): void {
  const { graph, state } = batch;
  batch.limit = null;
  const node = place?.node ?? null;
  const activation = place?.activation ?? null;
  const limit = limitName(batch, name);
  derive(batch, { type: 'limit.reached', limit, node, activation });
  if (graph.policy.onLimit === 'pause') return pauseRun(batch, name, node);
  const { limitNode } = graph;
  const mayHandOff = limitNode !== null && !state.unanswered;
  if (mayHandOff && handOff(batch, limitNode, { name, place })) return;
  finishRun(batch, 'failed', {
    error: {
      code: 'LIMIT_REACHED',
      message: limitMessage(batch, name),
      node,
      activation,
      details: { limit },
    },
  });
}

/** As its author calls it (SPEC K83). */
export function limitName({ graph }: Batch, limit: LimitName): string {
  const { limitNames } = graph.policy;
  return Object.hasOwn(limitNames, limit) ? (limitNames[limit] ?? limit) : limit;
}

function limitMessage(batch: Batch, limit: LimitName): string {
  const { state, graph } = batch;
  const { maxPasses, maxRepeats } = graph.policy;
  const name = limitName(batch, limit);
  const { maxSteps, timeoutMs, tokens, usd } = state.limits;
  switch (limit) {
    case 'maxSteps':
      return `The run reached its limit ${name}: ${maxSteps} steps were made, the next one is refused.`;
    case 'maxPasses':
      return `The run reached its limit ${name}: ${maxPasses} passes were made.`;
    case 'maxRepeats':
      return `The run reached its limit ${name}: a node gave the same value ${maxRepeats} times and nothing new came between.`;
    case 'timeoutMs':
      return `The run reached its limit ${name}: ${timeoutMs} ms of work.`;
    case 'tokens':
      return `The run has reached its budget of ${tokens} tokens.`;
    case 'usd':
      return `The run has reached its budget of ${usd} USD.`;
  }
}

/** False when the node is skipped for want of an input, so that nobody would take over. */
function handOff(batch: Batch, node: GraphNode, { name, place }: ReachedLimit): boolean {
  const { state, graph } = batch;
  cancelAll(batch);
  clearDeadEdges(state);
  resetCounts(batch);
  state.unanswered = true;
  const limit = limitName(batch, name);
  const token = { limit, node: place?.node ?? null, activation: place?.activation ?? null };
  const activation = createActivation(batch, node, {
    tag: state.tags.root,
    inputs: { input: token },
    previous: token,
    context: place?.context ?? MAIN_CONTEXT,
    causes: [],
    handOff: true,
  });
  if (activation === null) return false;
  if (graph.policy.schedule === 'superstep') state.pass.next.push(activation);
  else state.agenda.push(activation);
  return true;
}

/** What runs is stopped and becomes ready again, unless it may be paid for; a person is asked to raise the limit. */
function pauseRun(batch: Batch, limit: LimitName, node: string | null): void {
  const { state } = batch;
  const lets = (limit === 'tokens' || limit === 'usd') && state.rules >= LETS_SINCE;
  if (!lets) standBack(batch, runningActivations(state));
  const id = makeId(batch);
  const question = {
    kind: 'limit',
    prompt: limitMessage(batch, limit),
    schema: raisedShape(batch),
    data: { limit: limitName(batch, limit), node },
  };
  state.paused = { wait: id, limit, ...(lets ? { lets: true } : {}) };
  const { at } = batch.event;
  state.waits.set(id, {
    id,
    node: null,
    activation: 0,
    question,
    createdAt: at,
    deadlineAt: null,
    key: null,
  });
  addEffect(batch, {
    type: 'wait',
    wait: id,
    node: '',
    activation: 0,
    question,
    createdAt: at,
    deadlineAt: null,
  });
}

const positive: Json = { type: 'number', exclusiveMinimum: 0 };

/** The limits that an answer may set, and to what. */
const RAISABLE: { readonly [name in 'maxSteps' | 'timeoutMs' | 'tokens' | 'usd']: Json } = {
  maxSteps: { type: 'integer', minimum: 1 },
  timeoutMs: positive,
  tokens: positive,
  usd: positive,
};

/** Each may be called as its author calls it (SPEC K83). */
function raisedShape(batch: Batch): Json {
  const properties: { [name: string]: Json } = { ...RAISABLE };
  for (const [name, shape] of Object.entries(RAISABLE)) {
    setOwn(properties, limitName(batch, name as keyof typeof RAISABLE), shape);
  }
  return { type: 'object', properties, additionalProperties: false };
}

/** The number of the rules since which a budget that is reached lets what runs finish. */
const LETS_SINCE = 2;

function runningActivations({ nodes }: RunState): readonly Activation[] {
  return [...nodes.values()]
    .flatMap(({ alive }) => alive)
    .filter(({ status, node: { kind } }) => status === 'running' && kind.mode === 'execute')
    .toSorted((a, b) => a.born - b.born);
}

/** They are stopped and ready to start again, with what they have recorded. */
export function standBack(batch: Batch, activations: readonly Activation[]): void {
  const { state } = batch;
  for (const activation of activations) {
    stopExecution(batch, activation);
    freeSlot(state, activation);
    if (activation.extra !== null) stopAttemptClock(batch, activation);
    activation.attempt--;
    setStatus(state, activation, 'ready');
  }
  if (activations.length > 0) state.ready.push({ items: [...activations], next: 0 });
}

/** `countsFrom: "answer"`, a hand-off and its end start the counts anew. */
export function resetCounts(batch: Batch): void {
  const { state, event } = batch;
  state.stepsBase = state.steps;
  state.passesBase = state.pass.number;
  const below = ('below' in event ? event.below : undefined) ?? state.usageBase.below;
  state.usageBase = {
    tokens: spentTokens(state) + (below?.tokens ?? 0),
    usd: state.usage.usd + (below?.usd ?? 0),
    ...(below === undefined ? {} : { below }),
  };
  state.repeats.clear();
  state.activeMs = 0;
  if (state.activeSince !== null) state.activeSince = event.at;
  else if (state.status === 'running') startRunClock(batch);
}
