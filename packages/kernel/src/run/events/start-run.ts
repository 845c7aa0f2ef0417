import type { RunStarted } from '../../events.ts';
import { contextOf, MAIN_CONTEXT, newContext } from '../../state/contexts.ts';
import type { Activation } from '../../state/living.ts';
import { createActivation } from '../activations/create-activation.ts';
import type { Batch } from '../batch/batch.ts';
import { startTogether } from '../scheduling/fan-out.ts';

export function startRun(batch: Batch, event: RunStarted): void {
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
