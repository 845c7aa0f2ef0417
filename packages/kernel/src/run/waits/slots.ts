// Concurrency slots and mutexes: who may run at the same time.
// A mutex that a node names counts across runs since the rules 4; that of a kind, and one of a conversation, in its run.
import { resolveTemplate } from '../../references/resolve-template.ts';
import { textOf } from '../../references/text-of.ts';
import { scopeOf } from '../../scope/scope.ts';
import type { Activation } from '../../state/living.ts';
import { extraOf } from '../../state/node-state.ts';
import type { RunState } from '../../state/run-state.ts';
import type { Batch } from '../batch/batch.ts';
import { isShared, releaseSharedSlot, takeSharedSlot, type SlotTaken } from './shared-slots.ts';

export function freeSlot(state: RunState, activation: Activation): void {
  if (activation.status === 'running' && activation.node.kind.mode === 'execute') state.executing--;
}

const TAKEN: SlotTaken = { kind: 'taken' };

/** The mutex of the run, then what is counted across runs. */
export function takeSlots(batch: Batch, activation: Activation): SlotTaken {
  const taken = takeMutex(batch, activation);
  return taken.kind === 'taken' ? takeSharedSlot(batch, activation) : taken;
}

/** First ready, first served: the head of the list holds the mutex, the others queue after it. */
function takeMutex(batch: Batch, activation: Activation): SlotTaken {
  const { mutex, shared } = activation.node;
  if (mutex === null || activation.extra?.mutex) return TAKEN;
  if (shared?.hasMutex === true && isShared(batch.state)) return TAKEN;
  const resolved = resolveTemplate(mutex, scopeOf(batch, activation));
  if (!resolved.ok) return { ...resolved, kind: 'unresolved' };
  const key = textOf(resolved.value);
  extraOf(activation).mutex = key;
  const holders = batch.state.mutexes.get(key);
  if (holders === undefined) {
    batch.state.mutexes.set(key, [activation]);
    return TAKEN;
  }
  holders.push(activation);
  return { kind: holders[0] === activation ? 'taken' : 'queued' };
}

/** Whether it has everything that it must have before it takes its place among the ready ones. */
export function hasSlots({ state }: Batch, { node, extra }: Activation): boolean {
  const { mutex, shared } = node;
  if (mutex === null && shared === null) return true;
  const hasMutex = mutex === null || (extra?.mutex ?? null) !== null;
  if (shared === null || !isShared(state)) return hasMutex;
  return (hasMutex || shared.hasMutex) && extra?.slot?.isGranted === true;
}

export function releaseSlots(batch: Batch, activation: Activation): void {
  releaseMutex(batch, activation);
  releaseSharedSlot(batch, activation);
}

/** The next in line becomes ready. */
function releaseMutex(batch: Batch, activation: Activation): void {
  const key = activation.extra?.mutex ?? null;
  if (key === null || activation.extra === null) return;
  activation.extra.mutex = null;
  const { mutexes } = batch.state;
  const holders = mutexes.get(key);
  if (holders === undefined) return;
  const wasHolder = holders[0] === activation;
  holders.splice(holders.indexOf(activation), 1);
  const next = holders[0];
  if (next === undefined) mutexes.delete(key);
  // It has been ready for long: it comes after the successors of the completion that frees the mutex (SPEC K19).
  else if (wasHolder) batch.state.agenda.push(next);
}
