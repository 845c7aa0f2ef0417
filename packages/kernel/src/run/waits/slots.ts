// Concurrency slots and mutexes: who may run at the same time.
import { resolveTemplate } from '../../references/resolve-template.ts';
import type { Reference } from '../../references/template.ts';
import { textOf } from '../../references/text-of.ts';
import { scopeOf } from '../../scope/scope.ts';
import type { Activation } from '../../state/living.ts';
import { extraOf } from '../../state/node-state.ts';
import type { RunState } from '../../state/run-state.ts';
import type { Batch } from '../batch/batch.ts';

export function freeSlot(state: RunState, activation: Activation): void {
  if (activation.status === 'running' && activation.node.kind.mode === 'execute') state.executing--;
}

export type MutexTaken =
  | { readonly kind: 'taken' | 'queued' }
  | { readonly kind: 'unresolved'; readonly missing: readonly Reference[] };

const TAKEN: MutexTaken = { kind: 'taken' };

/** First ready, first served: the head of the list holds the mutex, the others queue after it. */
export function takeMutex(batch: Batch, activation: Activation): MutexTaken {
  const { mutex } = activation.node;
  if (mutex === null || activation.extra?.mutex) return TAKEN;
  const resolved = resolveTemplate(mutex, scopeOf(batch, activation));
  if (!resolved.ok) return { kind: 'unresolved', missing: resolved.missing };
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

/** The next in line becomes ready. */
export function releaseMutex(batch: Batch, activation: Activation): void {
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
