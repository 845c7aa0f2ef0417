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
  if (state.steps - state.countsFrom.steps >= state.limits.maxSteps) {
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
  const { countsFrom, limits, usage } = batch.state;
  const spent = spentTokens(batch.state) - countsFrom.usage.tokens;
  if (limits.tokens !== null && spent > limits.tokens)
    reachLimit(batch, 'tokens', onlyPlace(batch));
  const spentUsd = usage.usd - countsFrom.usage.usd;
  if (limits.usd !== null && spentUsd > limits.usd) reachLimit(batch, 'usd', onlyPlace(batch));
}

function spentTokens({ usage }: RunState): number {
  return usage.inputTokens + usage.outputTokens;
}

/** A person has raised a limit, perhaps not far enough for the steps that were kept meanwhile. */
export function checkRaised(batch: Batch): void {
  const { steps, countsFrom, limits } = batch.state;
  if (steps - countsFrom.steps > limits.maxSteps) reachLimit(batch, 'maxSteps', null);
  checkSpent(batch);
}

/** The n-th equal value of a node, with nothing new produced since the one before. */
export function countRepeat(batch: Batch, activation: Activation, value: Json | undefined): void {
  const { state, graph } = batch;
  if (value === undefined) return;
  const key = `${activation.node.index}:${canonicalJson(value, isCallId)}`;
  const seen = state.repeats.seen.get(key);
  if (seen === undefined) {
    state.repeats.novel++;
    state.repeats.seen.set(key, { count: 1, novel: state.repeats.novel });
    return;
  }
  seen.count++;
  const nothingNew = seen.novel === state.repeats.novel;
  seen.novel = state.repeats.novel;
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
  const below = ('below' in event ? event.below : undefined) ?? state.countsFrom.usage.below;
  state.countsFrom = {
    steps: state.steps,
    passes: state.pass.number,
    usage: {
      tokens: spentTokens(state) + (below?.tokens ?? 0),
      usd: state.usage.usd + (below?.usd ?? 0),
      ...(below === undefined ? {} : { below }),
    },
  };
  state.repeats.seen.clear();
  state.clock.activeMs = 0;
  if (state.clock.activeSince !== null) state.clock.activeSince = event.at;
  else if (state.status === 'running') startRunClock(batch);
}
