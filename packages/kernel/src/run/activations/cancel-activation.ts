// Stopping what lives: named nodes (`cancels`), everything at a limit or at the end.
import type { GraphNode } from '../../graph/graph.ts';
import type { RunId } from '../../ids.ts';
import { removeTokens } from '../../joins/hold-token.ts';
import { forgetValue } from '../../joins/kept-values.ts';
import { takeFromQueue } from '../../state/gate-queue.ts';
import type { Activation, Token } from '../../state/living.ts';
import { removeAlive } from '../../state/node-state.ts';
import { isTokens, type RunState } from '../../state/run-state.ts';
import { agree, releaseTag, type Tag } from '../../tags/tag.ts';
import { addEffect, derive, type Batch } from '../batch/batch.ts';
import { closeWaits } from '../waits/close-waits.ts';
import { forgetPending } from '../waits/pending.ts';
import { freeSlot, releaseSlots } from '../waits/slots.ts';

/** `supersededBy`: the run whose activation is executed in its place. */
export function cancelActivation(batch: Batch, activation: Activation, supersededBy?: RunId): void {
  const { state } = batch;
  const { node, n, status } = activation;
  freeSlot(state, activation);
  stopExecution(batch, activation);
  closeWaits(batch, activation);
  releaseSlots(batch, activation);
  if (status === 'pending') forgetPending(state, activation);
  if (status === 'ready') leaveNextPass(state, activation);
  const { owner } = activation;
  owner.ended = 'cancelled';
  owner.finishedAt = batch.event.at;
  removeAlive(state, activation);
  const cancelled = { type: 'activation.cancelled', node: node.id, activation: n } as const;
  derive(batch, supersededBy === undefined ? cancelled : { ...cancelled, supersededBy });
}

/** The end of a pass is recognized by comparing the ready count with the size of the next pass. */
function leaveNextPass({ pass }: RunState, activation: Activation): void {
  const at = pass.next.indexOf(activation);
  if (at >= 0) pass.next.splice(at, 1);
}

/** A running function, also one suspended in a wait, may hold resources in the host. */
export function stopExecution(batch: Batch, activation: Activation): void {
  const { node, n, status } = activation;
  const { mode } = node.kind;
  if (mode !== 'execute' && mode !== 'emit') return;
  if (status !== 'running' && status !== 'waiting') return;
  addEffect(batch, { type: 'cancel', what: { kind: 'execute', node: node.id, activation: n } });
}

/** `"cancels"`: what exists of the named nodes in an agreeing round; not what arrives later. */
export function cancelNamed(batch: Batch, by: Activation): void {
  for (const node of by.node.cancels) {
    const alive = batch.state.nodes.get(node.index)?.alive ?? [];
    for (const activation of alive.toSorted((a, b) => a.n - b.n)) {
      if (activation !== by && agree(activation.tag, by.tag)) cancelActivation(batch, activation);
    }
    cancelTokens(batch, node, by.tag);
  }
}

function cancelTokens(batch: Batch, node: GraphNode, tag: Tag): void {
  const { state } = batch;
  const groups = [...(state.joins.held.get(node.index)?.groups.values() ?? [])];
  const held = groups
    .filter((group) => agree(group.tag, tag))
    .flatMap((group) => [...group.bySlot.values()].flat());
  for (const token of held) forgetValue(state, token);
  removeTokens(state, held);
  for (const token of state.gate.queuedAt.get(node.index) ?? []) {
    if (agree(token.tag, tag)) {
      takeFromQueue(state, token);
      releaseTag(state.tags, token.tag);
    }
  }
}

/** Everything that lives or travels, in definition order of the nodes. */
export function cancelAll(batch: Batch): void {
  const { state } = batch;
  cancelAlive(batch);
  // After the living ones: each that held a mutex has put the next in line on the agenda.
  for (const item of state.agenda) if (isTokens(item)) releaseTokens(state, item);
  state.agenda.length = 0;
  for (const item of state.gate.queue) if ('edge' in item) releaseTag(state.tags, item.tag);
  state.gate.queue.length = 0;
  state.gate.queuedAt.clear();
  for (const join of state.joins.held.values()) {
    const tokens = [...join.groups.values()].flatMap((group) => [...group.bySlot.values()].flat());
    removeTokens(state, tokens);
  }
  state.joins.dirty.length = 0;
  state.joins.suspects.clear();
  state.ready.length = 0;
  batch.placing = null;
  Object.assign(state.pass, { current: [], begun: 0, next: [], finishing: [] });
  for (const { activation } of state.background.values()) {
    const { node, n } = activation;
    addEffect(batch, {
      type: 'cancel',
      what: { kind: 'children', node: node.id, activation: n },
    });
  }
  state.background.clear();
  state.gate.closed = false;
}

function cancelAlive(batch: Batch): void {
  const { nodes, tally } = batch.state;
  // Usually nothing is alive: then a run of a hundred thousand nodes need not be scanned.
  const { ready, running, retrying, waiting, pending, finishing } = tally;
  if (ready + running + retrying + waiting + pending + finishing === 0) return;
  for (const { alive } of nodes.values()) {
    for (const activation of alive.toSorted((a, b) => a.n - b.n)) {
      cancelActivation(batch, activation);
    }
  }
}

function releaseTokens(state: RunState, tokens: readonly Token[]): void {
  for (const token of tokens) releaseTag(state.tags, token.tag);
}
