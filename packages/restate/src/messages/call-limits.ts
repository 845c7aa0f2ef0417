// How long a call may take
// Restate has its timeouts for a handler and not for a call, so they are longer than any call; what holds for one call is told to its worker
// and kept by its run. A node with a timeout of its own is ended by that; the limit here is for those that say nothing, and for workers that
// are lost.
import type { RunId } from '@skein/kernel';
import type { NodeOrder, Order } from '@skein/engine';

export type CallOrder = Extract<Order, { readonly do: 'call' }>;

/** A call as it is sent to a worker. */
export interface CallMessage extends NodeOrder {
  /** Longer than this it does not take; a message of older code may not say. */
  readonly limitMs?: number;
  /** The run at the top of its tree, where it asks before it pays; absent when no budget bounds it. */
  readonly budgetAt?: RunId;
}

/** No call takes longer: what a timer can wait for, 24 days. */
export const callMaxMs = 2 ** 31 - 1;

/** As long as its node says, and at least as long as one whose node says nothing. */
export function limitOf({ timeoutMs }: CallOrder, executionMaxMs: number): number {
  return Math.min(callMaxMs, Math.max(executionMaxMs, timeoutMs ?? 0));
}

/** Beyond what a call may take, for the way to the worker and back: as much again, and at most this. */
const graceMaxMs = 60_000;

/** When its run must have heard of a call. */
export function dueBy(at: number, limitMs: number): number {
  return at + limitMs + Math.min(limitMs, graceMaxMs);
}
