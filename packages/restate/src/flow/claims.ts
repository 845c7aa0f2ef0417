// Claims
// Which attempt of a call may record. The first needs no claim; one that is restarted, because a worker died or its connection
// broke, has its own token, and everything that earlier attempts still send is fenced.
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

/** The name of the call that a message comes from; null where it comes from none. */
export function nameOfCall({ event }: Happened): string | null {
  if (!('node' in event) || event.node === undefined) return null;
  return callName({ node: event.node, activation: event.activation ?? 1 });
}

/** Whether another attempt has claimed the call. */
export function isSuperseded(thing: BegunThing | null, token: string): boolean {
  if (thing === null || !('call' in thing)) return false;
  const { call } = thing;
  return call?.token !== undefined && call.token !== token;
}

/** The call once the claim holds; null when it is no longer wanted. */
export function claim(thing: BegunThing | null, { token, order }: ClaimedCall): BegunThing | null {
  if (thing === null || !('call' in thing)) return null;
  if (thing.call?.attempt !== order.attempt) return null;
  // The reservation of the earlier attempt is released.
  const { isPaying: _, ...call } = thing.call;
  return { ...thing, call: { ...call, token } };
}
