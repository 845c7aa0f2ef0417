// `superstep`: nodes run in passes, edges are evaluated between them (SPEC K44, K45).
import type { Activation, Token } from '../../state/living.ts';
import { isOver, type RunState } from '../../state/run-state.ts';
import { beginActivation } from '../activations/begin-activation.ts';
import { leaveNode } from '../activations/complete-activation.ts';
import { leaveFailed } from '../activations/fail-activation.ts';
import { resolveConfig } from '../activations/resolve-config.ts';
import { showStaged } from '../activations/write-state.ts';
import type { Batch } from '../batch/batch.ts';
import { reachLimit } from '../limits/reach-limit.ts';
import { closeGate } from '../waits/gate.ts';
import { execute } from './start-ready.ts';

/** Does the next thing that the pass allows; false when it must wait for an event. */
export function advancePass(batch: Batch): boolean {
  const { state, graph } = batch;
  const { pass } = state;
  const askedBefore = batch.asked;
  while (pass.begun < pass.current.length && state.executing < graph.policy.concurrency) {
    const activation = pass.current[pass.begun++] as Activation;
    if (activation.status === 'ready') takeTurn(batch, activation);
    if (isOver(state)) return false;
    closeGate(batch, askedBefore);
    // More could be done: the batch is cut short, and the next one continues here.
    if (batch.pureLeft <= 0) return true;
  }
  if (!isPassOver(state) || state.gate.closed) return false;
  if (pass.finishing.length > 0) {
    endPass(batch);
    return true;
  }
  return beginPass(batch);
}

/** What follows from it waits for the end of the pass, so there are no tokens to return. */
export function takeTurn(batch: Batch, activation: Activation): void {
  if (beginActivation(batch, activation) !== 'place') return;
  if (resolveConfig(batch, activation) === null) execute(batch, activation);
}

/** Each has completed, failed or opened a wait; those of the next pass are ready too and do not count. */
function isPassOver({ pass, tally, timers }: RunState): boolean {
  return (
    pass.begun >= pass.current.length &&
    tally.running === 0 &&
    tally.retrying === 0 &&
    tally.ready === pass.next.length &&
    // A delay is not a wait: an activation in a delay still belongs to this pass.
    !(tally.waiting > 0 && [...timers.values()].some(({ purpose }) => purpose === 'delay'))
  );
}

function endPass(batch: Batch): void {
  const { state } = batch;
  const { pass } = state;
  pass.current = [];
  pass.begun = 0;
  showStaged(batch);
  const sources = pass.finishing.splice(0).toSorted((a, b) => a.born - b.born);
  const tokens: Token[] = [];
  for (const source of sources) {
    if (source.status !== 'finishing') continue;
    tokens.push(...leave(batch, source));
    if (isOver(state)) return;
  }
  if (tokens.length > 0) state.agenda.push(tokens);
}

function leave(batch: Batch, source: Activation): readonly Token[] {
  const outcome = source.extra?.outcome;
  if (outcome?.kind === 'failed') return leaveFailed(batch, source, outcome.failure);
  return leaveNode(batch, source, outcome?.ports ?? {}, outcome?.value);
}

function beginPass(batch: Batch): boolean {
  const { state, graph } = batch;
  const { pass } = state;
  if (pass.next.length === 0) return false;
  const { maxPasses } = graph.policy;
  if (maxPasses !== null && pass.number - state.countsFrom.passes >= maxPasses) {
    reachLimit(batch, 'maxPasses', null);
    if (batch.limit !== null) return true;
  }
  pass.number++;
  pass.current = pass.next.splice(0).toSorted((a, b) => a.born - b.born);
  pass.begun = 0;
  return true;
}
