// What counts against the limits: steps, usage, repeats (SPEC K50, K52, K53).
import type { Usage } from '../../events.ts';
import type { GraphNode } from '../../graph/graph.ts';
import { canonicalJson, type Json } from '../../json.ts';
import type { Activation } from '../../state/living.ts';
import type { RunState } from '../../state/run-state.ts';
import type { Batch } from '../batch/batch.ts';
import { startRunClock } from '../waits/clock.ts';
import { isHandedOff, onlyPlace, reachLimit } from './reach-limit.ts';

/** False when the step is refused and this branch of the run stops. */
export function countStep(batch: Batch, node: GraphNode, context: string): boolean {
  const { state, graph } = batch;
  if (state.steps - state.stepsBase >= state.limits.maxSteps) {
    const activation = (state.nodes.get(node.index)?.count ?? 0) + 1;
    reachLimit(batch, 'maxSteps', { node: node.id, activation, context });
    // Paused: the step is kept and continues when a person raises the limit.
    if (batch.limit !== null && graph.policy.onLimit !== 'pause') return false;
  }
  state.steps++;
  return true;
}

/** A paid result is never discarded: the event that spent it is handled before the limit is applied. */
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

/** A person has raised a limit, perhaps not far enough for the steps that were kept meanwhile. */
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

/** `countsFrom: "answer"`, a hand-off and its end restart the counts. */
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
