// Claims
// Which try of a call may record. The first needs no claim; one that is begun again, because a worker died or its connection broke, has a
// token of its own, and whatever else the tries before it still send is refused.
import { callName, type Happened, type NodeOrder } from '@skein/engine';
import type { BegunThing } from './things-in-flight.ts';

export interface RecordedCall {
  readonly token: string;
  readonly happened: Happened;
}

export interface ClaimedCall {
  readonly token: string;
  readonly order: NodeOrder;
}

/** The name of the call that something comes from; null where it comes from none. */
export function nameOfCall({ event }: Happened): string | null {
  if (!('node' in event) || event.node === undefined) return null;
  return callName({ node: event.node, activation: event.activation ?? 1 });
}

/** Whether another try has claimed the call. */
export function isSuperseded(thing: BegunThing | null, token: string): boolean {
  if (thing === null || !('call' in thing)) return false;
  const { call } = thing;
  return call?.token !== undefined && call.token !== token;
}

/** The call once the claim holds; null when it is no longer wanted. */
export function claim(thing: BegunThing | null, { token, order }: ClaimedCall): BegunThing | null {
  if (thing === null || !('call' in thing)) return null;
  if (thing.call?.attempt !== order.attempt) return null;
  // What the try before has asked for is given back.
  const { isPaying: _, ...call } = thing.call;
  return { ...thing, call: { ...call, token } };
}
