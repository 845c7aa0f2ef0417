import type { RunStarted, SlotGranted, SlotRefused, SlotSuperseded } from '../../events.ts';
import type { RunError } from '../../failure.ts';
import { unresolvedNames } from '../../references/unresolved.ts';
import { createCells } from '../../state/cells.ts';
import { contextOf, MAIN_CONTEXT, newContext } from '../../state/contexts.ts';
import type { Activation } from '../../state/living.ts';
import { cancelActivation } from '../activations/cancel-activation.ts';
import { createActivation } from '../activations/create-activation.ts';
import { failActivation } from '../activations/fail-activation.ts';
import { finishRun } from '../activations/finish-run.ts';
import { addToAgenda, type Batch } from '../batch/batch.ts';
import { startTogether } from '../scheduling/fan-out.ts';
import { closeQuiet, openQuiet } from '../waits/quiet.ts';
import { grantSlot, takeRunSlot, waitingFor, type SlotTaken } from '../waits/shared-slots.ts';

export function startRun(batch: Batch, event: RunStarted): void {
  const { state, graph } = batch;
  const { policy } = graph;
  state.origin = {
    run: event.run,
    rules: event.rules,
    workflow: event.workflow,
    parent: event.parent ?? null,
    ceilings: event.ceilings ?? null,
    input: event.input,
    inputId: { event: event.id, counter: ++batch.ids },
    createdAt: event.at,
    offline: event.offline,
  };
  state.limits = {
    maxSteps: policy.maxSteps,
    timeoutMs: policy.timeoutMs,
    tokens: lesser(policy.budget.tokens, event.budget?.tokens),
    usd: lesser(policy.budget.usd, event.budget?.usd),
  };
  for (const [id, settings] of Object.entries(graph.workflow.contexts ?? {})) {
    state.contexts.set(id, newContext(id, settings));
  }
  if (graph.state !== null) state.cells = createCells(graph.state.initial);
  if (event.quiet === undefined) enterRun(batch);
  else openQuiet(batch, event.quiet);
}

/** The quiet period is over: the newest input counts. */
export function endQuiet(batch: Batch): void {
  closeQuiet(batch.state);
  enterRun(batch);
}

function enterRun(batch: Batch): void {
  const { state, graph } = batch;
  const { input } = state.origin;
  if (graph.policy.inputIs === 'message' && typeof input === 'string') {
    contextOf(state, MAIN_CONTEXT).atHand.push({ role: 'user', content: input });
  }
  const slot = takeRunSlot(batch);
  if (slot.kind === 'taken') return beginRun(batch);
  if (slot.kind === 'unresolved') finishRun(batch, 'failed', { error: keyError(batch, slot) });
}

/** A slot across runs was granted: what waited for it begins. */
export function takeGrant(batch: Batch, event: SlotGranted): void {
  const waited = grantSlot(batch, event);
  if (waited === 'run') beginRun(batch);
  else if (waited !== null) batch.state.agenda.push(waited);
}

/** A slot across runs will never be free: what waited for it fails. */
export function takeRefusal(batch: Batch, event: SlotRefused): void {
  const waited = waitingFor(batch, event);
  if (waited === null) return;
  const { code, message } = event.failure;
  if (waited === 'run')
    finishRun(batch, 'failed', { error: { code, message, node: null, activation: null } });
  else addToAgenda(batch, failActivation(batch, waited, event.failure));
}

/** A newer activation is executed in its place: its edges bring nothing any more, and joins settle without them. */
export function giveWay(batch: Batch, event: SlotSuperseded): void {
  const waited = waitingFor(batch, event);
  if (waited !== null && waited !== 'run') cancelActivation(batch, waited, event.by);
}

function beginRun(batch: Batch): void {
  const { state, graph } = batch;
  const { input } = state.origin;
  const entries: Activation[] = [];
  for (const node of graph.entries) {
    const activation = createActivation(batch, node, {
      tag: state.tags.root,
      inputs: input === undefined ? {} : { input },
      previous: input,
      context: MAIN_CONTEXT,
      causes: [],
    });
    if (activation !== null) entries.push(activation);
  }
  startTogether(batch, entries);
}

function keyError(
  { graph }: Batch,
  { missing, failure }: Extract<SlotTaken, { readonly kind: 'unresolved' }>,
): RunError {
  if (failure !== undefined) {
    const { code, message } = failure;
    return { code, message, node: null, activation: null };
  }
  const names = unresolvedNames(missing, graph.sayReference).join(', ');
  return {
    code: 'UNRESOLVED_REFERENCE',
    message: `${names} in "policy.runs" could not be resolved: it can only read the input of the run.`,
    node: null,
    activation: null,
  };
}

function lesser(own: number | null, given: number | undefined): number | null {
  if (given === undefined) return own;
  return own === null ? given : Math.min(own, given);
}
