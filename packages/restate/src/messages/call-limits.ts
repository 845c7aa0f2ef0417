// How long a call may take
// Restate has timeouts per handler and not per call, so they are longer than any call; the limit of one call is sent to its worker
// and enforced by its run. A node with a timeout of its own is ended by that; the limit here is for nodes without one, and for
// workers that are lost.
import type { RunId } from '@skein/kernel';
import type { NodeOrder, Order } from '@skein/engine';
import { timerMsMax } from '@skein/ports';

export type CallOrder = Extract<Order, { readonly do: 'call' }>;

/** A call as it is sent to a worker. */
export interface CallMessage extends NodeOrder {
  /** Its time limit; a message of older code may lack it. */
  readonly limitMs?: number;
  /** The run at the top of its tree, where it asks before it pays; absent when there is no budget. */
  readonly budgetAt?: RunId;
}

/** No call takes longer. */
export const callMaxMs = timerMsMax;

/** The node's timeout, and at least the limit for nodes without one. */
export function limitOf({ timeoutMs }: CallOrder, executionMaxMs: number): number {
  return Math.min(callMaxMs, Math.max(executionMaxMs, timeoutMs ?? 0));
}

/** The allowance for the way to the worker and back: as long as the call itself, and at most this. */
const graceMaxMs = 60_000;

/** By when a call must have reported to its run. */
export function dueBy(at: number, limitMs: number): number {
  return at + limitMs + Math.min(limitMs, graceMaxMs);
}
