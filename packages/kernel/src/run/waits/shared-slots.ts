// Slots across runs: taken by the host before an activation, or the whole run, begins (SPEC K361, K363).
//
// The kernel asks once (`slot`), the host answers once (`slot.granted`; `slot.superseded` where a newer one goes first), and the slots are kept through retries and waits inside
// the activation, until it is over. The answer is in the journal, so a rebuilt state knows what it holds.
import type { Failure } from '../../failure.ts';
import type { SlotRequest, SlotWant } from '../../effects.ts';
import type { SlotGranted } from '../../events.ts';
import type { SharedSlots, SlotRule } from '../../graph/graph.ts';
import { resolveTemplate } from '../../references/resolve-template.ts';
import type { Scope } from '../../references/template.ts';
import { textOf } from '../../references/text-of.ts';
import type { Unresolved } from '../../references/unresolved.ts';
import { scopeOf } from '../../scope/scope.ts';
import type { Activation, SharedSlot } from '../../state/living.ts';
import { extraOf, findActivation } from '../../state/node-state.ts';
import { MAIN_CONTEXT } from '../../state/contexts.ts';
import type { RunState } from '../../state/run-state.ts';
import { addEffect, type Batch } from '../batch/batch.ts';

/** The rules since which limits hold across runs. */
const SHARED_SINCE = 4;

/** Whether it has what it needs; `unresolved`: a key or the priority could not be read. */
export type SlotTaken =
  | { readonly kind: 'taken' | 'queued' }
  | ({ readonly kind: 'unresolved' } & Refused);

interface Refused {
  readonly missing: readonly Unresolved[];
  readonly failure?: Failure;
}

const TAKEN: SlotTaken = { kind: 'taken' };
const QUEUED: SlotTaken = { kind: 'queued' };

export function isShared({ origin }: RunState): boolean {
  return origin.rules >= SHARED_SINCE;
}

export function takeSharedSlot(batch: Batch, activation: Activation): SlotTaken {
  const { shared, id } = activation.node;
  if (shared === null || !isShared(batch.state)) return TAKEN;
  const slot = activation.extra?.slot ?? null;
  if (slot !== null) return slot.isGranted ? TAKEN : QUEUED;
  const own = `${batch.state.origin.workflow.id}/${id}`;
  const request = resolveRequest(shared, scopeOf(batch, activation), own);
  if ('missing' in request) return { ...request, kind: 'unresolved' };
  extraOf(activation).slot = { request, isGranted: false };
  batch.state.queued++;
  addEffect(batch, { type: 'slot', node: id, activation: activation.n, ...request });
  return QUEUED;
}

/** For the run as a whole, before its first node. */
export function takeRunSlot(batch: Batch): SlotTaken {
  const { graph, state } = batch;
  if (graph.runs === null || !isShared(state)) return TAKEN;
  const { input, workflow } = state.origin;
  const viewer = { tag: state.tags.root, inputs: {}, previous: input, context: MAIN_CONTEXT };
  const request = resolveRequest(graph.runs, scopeOf(batch, viewer), workflow.id);
  if ('missing' in request) return { ...request, kind: 'unresolved' };
  state.slot = { request, isGranted: false };
  state.queued++;
  addEffect(batch, { type: 'slot', ...request });
  return QUEUED;
}

/** What was waited for; null when nobody waits for it any more (X3). */
export function grantSlot(batch: Batch, event: SlotGranted): Activation | 'run' | null {
  const { state } = batch;
  const waited = waitingFor(batch, event);
  if (waited === 'run' && state.slot !== null) state.slot = granted(state, state.slot);
  if (waited === null || waited === 'run') return waited;
  const extra = extraOf(waited);
  if (extra.slot !== null) extra.slot = granted(state, extra.slot);
  return waited;
}

/** The same, without granting it. */
export function waitingFor(
  { state, graph }: Batch,
  event: Pick<SlotGranted, 'node' | 'activation'>,
): Activation | 'run' | null {
  if (event.node === undefined) return state.slot === null || state.slot.isGranted ? null : 'run';
  const node = graph.nodeById.get(event.node);
  if (node === undefined) return null;
  const activation = findActivation(state.nodes.get(node.index), event.activation ?? 0);
  const slot = activation?.extra?.slot ?? null;
  return activation === null || slot === null || slot.isGranted ? null : activation;
}

function granted(state: RunState, { request }: SharedSlot): SharedSlot {
  state.queued--;
  return { request, isGranted: true };
}

/** Over, or it lacks data that somebody else with the same limit may bring. */
export function releaseSharedSlot(batch: Batch, activation: Activation): void {
  const { extra, node, n } = activation;
  if (extra === null || extra.slot === null) return;
  if (!extra.slot.isGranted) batch.state.queued--;
  extra.slot = null;
  addEffect(batch, { type: 'cancel', what: { kind: 'slot', node: node.id, activation: n } });
}

export function releaseRunSlot(batch: Batch): void {
  const { state } = batch;
  if (state.slot === null) return;
  if (!state.slot.isGranted) state.queued--;
  state.slot = null;
  addEffect(batch, { type: 'cancel', what: { kind: 'slot' } });
}

type Resolved = SlotRequest | Refused;

function resolveRequest({ rules, priority }: SharedSlots, scope: Scope, own: string): Resolved {
  const wants: SlotWant[] = [];
  for (const rule of rules) {
    const key = rule.key === null ? null : resolveTemplate(rule.key, scope);
    if (key !== null && !key.ok) return key;
    wants.push(wantOf(rule, key === null ? own : textOf(key.value)));
  }
  if (priority === null) return { wants, priority: 0 };
  const resolved = resolveTemplate(priority, scope);
  if (!resolved.ok) return resolved;
  const number = Number(resolved.value);
  return { wants, priority: Number.isFinite(number) ? number : 0 };
}

function wantOf({ kind, limit, perMs, quiet }: SlotRule, key: string): SlotWant {
  const named = `${kind}:${key}`;
  if (quiet !== undefined) {
    const { quietMs, maxMs } = quiet;
    return maxMs === null ? { key: named, limit, quietMs } : { key: named, limit, quietMs, maxMs };
  }
  return perMs === null ? { key: named, limit } : { key: named, limit, perMs };
}
