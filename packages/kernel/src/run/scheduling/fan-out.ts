// All targets of one completion start together
// Tokens are delivered in order; what needs no slot begins at once, waits among it, before anything that follows from
// it. What needs a slot, and what the computed nodes lead to, keeps its place in the order: depth first (SPEC K18, K19).
import { addToQueue } from '../../state/gate-queue.ts';
import type { Activation, Token } from '../../state/living.ts';
import { isOver, isTokens, type AgendaItem } from '../../state/run-state.ts';
import { beginActivation } from '../activations/begin-activation.ts';
import { deliverToken } from '../activations/deliver-token.ts';
import { placeLast, type Batch } from '../batch/batch.ts';
import { closeGate } from '../waits/gate.ts';
import { hasSlots } from '../waits/slots.ts';
import { takeTurn } from './passes.ts';

/** Takes one item from the agenda; false when there is none. */
export function takeAgenda(batch: Batch): boolean {
  const { state } = batch;
  const item = state.agenda.pop();
  if (item === undefined) return false;
  if (isTokens(item)) fanOut(batch, item);
  else if (item.status === 'ready') takeActivation(batch, item);
  return true;
}

function takeActivation(batch: Batch, activation: Activation): void {
  // What needs only a slot of the run just takes its place in the order.
  const hasBegun = activation.node.kind.mode === 'execute' && hasSlots(batch, activation);
  if (hasBegun) placeLast(batch, activation);
  else if (batch.graph.policy.schedule === 'superstep') takeTurn(batch, activation);
  else startTogether(batch, [activation]);
}

function fanOut(batch: Batch, tokens: readonly Token[]): void {
  const { state, graph } = batch;
  if (state.gate.closed && graph.policy.schedule === 'eager') {
    for (const token of tokens) addToQueue(state, token);
    return;
  }
  const askedBefore = batch.asked;
  if (tokens.length === 1 && batch.pureLeft > 0 && batch.limit === null) {
    const activation = deliverToken(batch, tokens[0] as Token);
    if (activation !== null) place(batch, activation, state.agenda);
  } else fanOutMany(batch, tokens);
  if (!isOver(state)) closeGate(batch, askedBefore);
}

function fanOutMany(batch: Batch, tokens: readonly Token[]): void {
  const { state } = batch;
  const order: AgendaItem[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (batch.pureLeft <= 0 || batch.limit !== null) {
      order.push(tokens.slice(at));
      break;
    }
    const activation = deliverToken(batch, tokens[at] as Token);
    if (activation !== null) place(batch, activation, order);
    if (isOver(state)) return;
  }
  for (const item of order.reverse()) state.agenda.push(item);
}

/** Starts activations that no single completion led to: entries, settled joins, hand-offs. */
export function startTogether(batch: Batch, activations: readonly Activation[]): void {
  const { state } = batch;
  const askedBefore = batch.asked;
  const order: AgendaItem[] = [];
  for (const activation of activations) {
    place(batch, activation, order);
    if (isOver(state)) return;
  }
  for (const item of order.reverse()) state.agenda.push(item);
  closeGate(batch, askedBefore);
}

function place(batch: Batch, activation: Activation, order: AgendaItem[]): void {
  if (batch.graph.policy.schedule === 'superstep') {
    batch.state.pass.next.push(activation);
    return;
  }
  if (activation.status !== 'ready') return;
  if (batch.limit !== null || batch.state.paused !== null) {
    order.push(activation);
    return;
  }
  const begun = beginActivation(batch, activation);
  if (begun === 'place') order.push(activation);
  else if (begun !== null && begun.length > 0) order.push(begun);
}
