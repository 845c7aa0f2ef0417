// Claims
// Which try of a call may record. The first needs no claim; one that is begun again, because a worker died or its connection broke, has a
// token of its own, and whatever else the tries before it still send is refused.
import { callName, type Happened, type NodeOrder } from '@skein/engine';
import type { Begun } from './carry-out.ts';

export interface RecordedCall {
  readonly token: string;
  readonly happened: Happened;
}

export interface ClaimedCall {
  readonly token: string;
  readonly order: NodeOrder;
}

/** Whether another try has claimed the call that this comes from. */
export function isSuperseded(begun: Begun, { token, happened }: RecordedCall): boolean {
  const { event } = happened;
  if (!('node' in event) || event.node === undefined) return false;
  const thing = begun[callName({ node: event.node, activation: event.activation ?? 1 })];
  if (thing === undefined || !('call' in thing)) return false;
  return thing.call.token !== undefined && thing.call.token !== token;
}

/** What is under way once the claim holds; null when the call is no longer wanted. */
export function claim(begun: Begun, { token, order }: ClaimedCall): Begun | null {
  const name = callName(order);
  const thing = begun[name];
  if (thing === undefined || !('call' in thing) || thing.call.attempt !== order.attempt)
    return null;
  return { ...begun, [name]: { ...thing, call: { ...thing.call, token } } };
}
