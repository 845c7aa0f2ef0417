// Limits: steps, passes, time, repeats, budget, and what happens at one of them (SPEC K50–K54).
//
// L1. A limit is noted where it is reached and applied between two steps of the batch: in the middle of a fan-out,
//     stopping everything would leave half of it behind.
// L2. A hand-off is outside all limits: the limit that called for it would cut it off again.
// L3. Someone must answer between two hand-offs: a node that asks nobody and leads back would take over forever.
// L4. A pause at a reached budget stops nothing in flight: other calls may be paid for already, and their results
//     would be lost. What runs may finish, and nothing new starts.
import type { GraphNode } from '../../graph/graph.ts';
import { clearDeadEdges } from '../../joins/find-feeder.ts';
import { waitId } from '../../ids.ts';
import { setOwn, type Json } from '../../json.ts';
import { MAIN_CONTEXT } from '../../state/contexts.ts';
import type { Activation } from '../../state/living.ts';
import { setStatus } from '../../state/node-state.ts';
import type { RunState } from '../../state/run-state.ts';
import { cancelAll, stopExecution } from '../activations/cancel-activation.ts';
import { createActivation } from '../activations/create-activation.ts';
import { finishRun } from '../activations/finish-run.ts';
import { addEffect, derive, makeId, type Batch } from '../batch/batch.ts';
import type { LimitName, ReachedLimit } from '../batch/reached-limit.ts';
import { resetCounts } from '../limits/counts.ts';
import { limitName } from '../limits/reach-limit.ts';
import { stopAttemptClock } from '../waits/clock.ts';
import { freeSlot } from '../waits/slots.ts';

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

/** False when the node is skipped because it lacks an input, so nobody would take over. */
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

/** What runs is stopped and becomes ready again, unless it may be paid for (L4); a person is asked to raise the limit. */
function pauseRun(batch: Batch, limit: LimitName, node: string | null): void {
  const { state } = batch;
  const lets = (limit === 'tokens' || limit === 'usd') && state.origin.rules >= FINISHES_SINCE;
  if (!lets) preempt(batch, runningActivations(state));
  const id = waitId(makeId(batch));
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

/** The rules since which what is in flight may finish when a budget is reached. */
const FINISHES_SINCE = 2;

function runningActivations({ nodes }: RunState): readonly Activation[] {
  return [...nodes.values()]
    .flatMap(({ alive }) => alive)
    .filter(({ status, node: { kind } }) => status === 'running' && kind.mode === 'execute')
    .toSorted((a, b) => a.born - b.born);
}

/** Stops the activations and makes them ready again; they keep what they have recorded. */
export function preempt(batch: Batch, activations: readonly Activation[]): void {
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
