// Ready activations get slots, the newest first
// The successors of the newest completion start before what was ready earlier (SPEC K19).
import type { ExecuteEffect } from '../../effects.ts';
import type { JsonObject } from '../../json.ts';
import type { Activation, Token } from '../../state/living.ts';
import { extraOf, setStatus } from '../../state/node-state.ts';
import { callConfig, eachCall } from '../activations/each-call.ts';
import { markStarted, resolveConfig } from '../activations/resolve-config.ts';
import { addEffect, isWorkedOut, type Batch } from '../batch/batch.ts';
import { setTimer } from '../waits/set-timer.ts';

/** The next tokens that starting produced (a config that could not be resolved), or null when nothing more can start. */
export function startReady(batch: Batch): readonly Token[] | null {
  const { state } = batch;
  const { placing } = batch;
  if (placing !== null) {
    batch.placing = null;
    const [first] = placing;
    if (first !== undefined && placing.length === 1 && canStart(batch)) {
      const tokens = start(batch, first);
      if (tokens !== null) return tokens;
    } else state.ready.push({ items: placing, next: 0 });
  }
  while (canStart(batch)) {
    const newest = state.ready.at(-1);
    if (newest === undefined) return null;
    const activation = newest.items[newest.next];
    if (activation === undefined) {
      state.ready.pop();
      continue;
    }
    newest.next++;
    const tokens = start(batch, activation);
    if (tokens !== null) return tokens;
  }
  return null;
}

function canStart(batch: Batch): boolean {
  return hasSlot(batch) && !isWorkedOut(batch);
}

function hasSlot({ state, graph }: Batch): boolean {
  return state.executing < graph.policy.concurrency && state.paused === null;
}

/** Whether something could start, had expressions not taken so much already. */
export function isHeldBack(batch: Batch): boolean {
  if (!isWorkedOut(batch) || !hasSlot(batch)) return false;
  return batch.state.ready.some(({ items, next }) => next < items.length);
}

/** Tokens only when it failed to start and an edge handles that. */
function start(batch: Batch, activation: Activation): readonly Token[] | null {
  if (activation.status !== 'ready') return null;
  const refused = resolveConfig(batch, activation);
  if (refused === null) execute(batch, activation);
  return refused === null || refused.length === 0 ? null : refused;
}

export function execute(batch: Batch, activation: Activation): void {
  const { state, event } = batch;
  const resume = activation.extra?.resume === true;
  if (activation.extra !== null) activation.extra.resume = false;
  const { node } = activation;
  if (!resume) markStarted(batch, activation);
  setStatus(state, activation, 'running');
  state.executing++;
  const timeoutMs = resume ? (activation.extra?.timeLeftMs ?? node.timeoutMs) : node.timeoutMs;
  if (timeoutMs !== null) {
    extraOf(activation).timer = setTimer(batch, 'attempt', event.at + timeoutMs, activation);
  }
  addEffect(batch, effectOf(activation, resume));
}

/** Something that the function waits for has come while it is in flight: it hears of it, and goes on there. */
export function tellFunction(batch: Batch, activation: Activation): void {
  addEffect(batch, effectOf(activation, true));
}

function effectOf(activation: Activation, resume: boolean): ExecuteEffect {
  const { node, n, inputs, previous, context } = activation;
  const effect: { -readonly [Key in keyof ExecuteEffect]: ExecuteEffect[Key] } = {
    type: 'execute',
    node: node.id,
    nodeType: node.type,
    activation: n,
    attempt: activation.attempt,
    // Resolved before it starts.
    config: node.each === null ? (activation.config as JsonObject) : callConfig(activation),
    inputs,
    context,
  };
  // Set one by one: spreading optional fields costs as much as the rest of a step.
  if (previous !== undefined) effect.previous = previous;
  if (node.each !== null) {
    const each = eachCall(activation);
    if (each !== null) effect.each = each;
  }
  if (activation.extra?.recorded) effect.recorded = activation.extra.recorded;
  if (resume) effect.resume = true;
  if (node.effect === 'guarded') effect.isGuarded = true;
  return effect;
}
