// The broken store
// Any store with individual calls that fail: before their work, after it, or by not answering in time, in which case the work is
// done after the caller has given up. Every method can fail; which call does is decided from outside.
import { EngineError, type Store } from '@skein/ports';
import { wrappedStore } from '../stores/wrapped-store.ts';

export type StoreFault =
  | 'none'
  | 'before'
  | 'after'
  | 'timeout'
  /** Nothing is done, and nobody is told: the caller is dead. */
  | 'never';

export interface StoreCall {
  /** `runs.append`, `leases.claim` … */
  readonly method: string;
  /** The number of this call among those of the method, from 1. */
  readonly n: number;
}

/** The caller gives up on a call that takes longer; the work is done after twice the time. */
const timeoutMs = 15;

export function brokenStore(store: Store, faultOf: (call: StoreCall) => StoreFault): Store {
  const counts = new Map<string, number>();
  return wrappedStore(store, (method, work) => (...given) => {
    const n = (counts.get(method) ?? 0) + 1;
    counts.set(method, n);
    return fail(faultOf({ method, n }), method, () => work(...given));
  });
}

/** The store as seen by a process that dies: the append with that number is written, and then nothing answers any more. */
export function dyingStore(store: Store, appends: number, onDeath: () => void): Store {
  const never = new Promise<never>(() => {});
  let count = 0;
  return wrappedStore(store, (method, work) => (...given) => {
    if (count === appends) return never;
    if (method === 'runs.append') count += 1;
    const done = work(...given);
    if (count < appends) return done;
    void Promise.resolve(done).then(onDeath);
    return never;
  });
}

function fail(fault: StoreFault, method: string, work: () => unknown): unknown {
  if (fault === 'none') return work();
  if (fault === 'never') return new Promise(() => {});
  if (fault === 'timeout') return answerTooLate(method, work);
  if (fault === 'before') throw away(`${method} did not reach the store.`);
  const done = work();
  const lost = away(`the answer to ${method} was lost.`);
  if (!(done instanceof Promise)) throw lost;
  return done.then(() => {
    throw lost;
  });
}

function answerTooLate(method: string, work: () => unknown): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(away(`${method} took too long.`)), timeoutMs);
    setTimeout(() => {
      try {
        const done = work();
        // Nobody waits for it: its outcome is only visible in the store.
        if (done instanceof Promise) done.catch(() => {});
      } catch {
        return;
      }
    }, 2 * timeoutMs);
  });
}

function away(reason: string): EngineError {
  return new EngineError('STORE_UNAVAILABLE', { reason });
}
