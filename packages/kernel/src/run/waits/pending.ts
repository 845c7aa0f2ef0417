// Nodes that lack data (`onUnresolved: "pend"`): indexed by what they lack, tried again when it has arrived.
import type { Graph } from '../../graph/graph.ts';
import {
  awaitedReferences,
  unresolvedNames,
  type Unresolved,
} from '../../references/unresolved.ts';
import type { Reference } from '../../references/template.ts';
import type { Activation } from '../../state/living.ts';
import { extraOf, setStatus } from '../../state/node-state.ts';
import type { RunState } from '../../state/run-state.ts';
import { derive, type Batch } from '../batch/batch.ts';

/** Not tied to any node, e.g. `${trigger.x}`: nothing can bring it. */
const NOWHERE = -1;

export function makePending(
  batch: Batch,
  activation: Activation,
  missing: readonly Unresolved[],
): void {
  const { state, graph } = batch;
  const sources = awaitedReferences(missing).map((each) => sourceOf(graph, each));
  const texts = unresolvedNames(missing, graph.sayReference);
  extraOf(activation).missing = { sources, texts };
  setStatus(state, activation, 'pending');
  for (const source of sources) {
    const waiting = state.pendingOn.get(source);
    if (waiting === undefined) state.pendingOn.set(source, new Set([activation]));
    else waiting.add(activation);
  }
  derive(batch, {
    type: 'activation.pending',
    node: activation.node.id,
    activation: activation.n,
    missing: texts,
  });
}

function sourceOf(graph: Graph, { source, path }: Reference): number {
  if (source.kind === 'node') return graph.nodeById.get(source.node)?.index ?? NOWHERE;
  return source.kind === 'state' ? stateKey(graph, String(path[0])) : NOWHERE;
}

/** Values of the state have the places below those of nodes. */
export function stateKey({ state }: Graph, name: string): number {
  const place = state?.names.indexOf(name) ?? -1;
  return place === -1 ? NOWHERE : NOWHERE - 1 - place;
}

/** The name that has this place; null when it is that of a node, or of nothing. */
export function stateName({ state }: Graph, key: number): string | null {
  return key < NOWHERE ? (state?.names[NOWHERE - 1 - key] ?? null) : null;
}

/** A node has a new output, or a name in the state a new value: activations that lacked it are ready to be tried again. */
export function wakePending(batch: Batch, source: number): void {
  const { state, graph } = batch;
  const waiting = state.pendingOn.get(source);
  if (waiting === undefined) return;
  // The agenda is taken from its end, so the oldest is pushed last.
  for (const activation of [...waiting].toSorted((a, b) => b.born - a.born)) {
    forgetPending(state, activation);
    setStatus(state, activation, 'ready');
    if (graph.policy.schedule === 'superstep') state.pass.next.push(activation);
    else if (state.gate.closed) state.gate.queue.push(activation);
    else state.agenda.push(activation);
  }
}

export function forgetPending(state: RunState, activation: Activation): void {
  for (const source of activation.extra?.missing?.sources ?? []) {
    const waiting = state.pendingOn.get(source);
    waiting?.delete(activation);
    if (waiting?.size === 0) state.pendingOn.delete(source);
  }
  if (activation.extra !== null) activation.extra.missing = null;
}
