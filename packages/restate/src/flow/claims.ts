// Claims
// Which attempt of a call may record. The first needs no claim; one that is restarted, because a worker died or its connection
// broke, has its own token, and everything that earlier attempts still send is fenced.
//
// C1. A call whose workers die soon after they have begun it, one after another, with nothing recorded in between, is held: it would
//     kill the next one too. A worker that lives says so (`survived`), and one that has had the call for a while is above suspicion:
//     for the longer, the more often the call was there before when a worker died.
import { callName, type Happened } from '@skein/engine';
import type { CallMessage } from '../messages/call-limits.ts';
import type { BegunCall, BegunThing, HeldCall } from './things-in-flight.ts';

export interface RecordedCall {
  readonly token: string;
  readonly happened: Happened;
}

export interface ClaimedCall {
  readonly token: string;
  readonly order: CallMessage;
  /** Of the worker; a claim of older code lacks it. */
  readonly pool?: string;
}

/** The name of the call that a message comes from; null where it comes from none. */
export function nameOfCall({ event }: Happened): string | null {
  if (!('node' in event) || event.node === undefined) return null;
  return callName({ node: event.node, activation: event.activation ?? 1 });
}

/** Whether another attempt has claimed the call. */
export function isSuperseded(thing: BegunThing | null, token: string): boolean {
  const call = callIn(thing);
  return call?.token !== undefined && call.token !== token;
}

/** Of a thing that is a call. */
export type ClaimedThing = BegunThing & { readonly call: BegunCall };

/** The call once the claim holds; null when it is no longer wanted. */
export function claim(
  thing: BegunThing | null,
  { token, order }: Pick<ClaimedCall, 'token' | 'order'>,
  at: number,
): ClaimedThing | null {
  if (thing === null || !('call' in thing)) return null;
  if (thing.call?.attempt !== order.attempt || thing.call.held !== undefined) return null;
  // The reservation of the earlier attempt is released.
  const { isPaying: _, ...call } = thing.call;
  return { ...thing, call: { ...call, token, begunAt: at, deaths: deathsOf(call, at) } };
}

const trialMs = 10_000;

/** With the one because of which the call is claimed at this time (C1). */
function deathsOf({ begunAt, deaths = 0 }: BegunCall, at: number): number {
  if (begunAt === undefined || at - begunAt > trialMs * 2 ** deaths) return 0;
  return deaths + 1;
}

/** The call after something was recorded, or its worker said that it lives; null when nothing changes by that. */
export function spared(thing: BegunThing | null, isAlive: boolean): ClaimedThing | null {
  const call = callIn(thing);
  if (thing === null || call === undefined || call.held !== undefined) return null;
  if (!isAlive && (call.deaths ?? 0) === 0) return null;
  const { deaths: _, begunAt, ...rest } = call;
  const spent = isAlive || begunAt === undefined ? rest : { ...rest, begunAt };
  // Only a thing with a call has one.
  return { ...thing, call: spent } as ClaimedThing;
}

/** A call that nobody makes until it is released. */
export function held(thing: ClaimedThing, call: HeldCall): ClaimedThing {
  return { ...thing, call: { ...thing.call, held: call } };
}

function callIn(thing: BegunThing | null): BegunCall | undefined {
  return thing !== null && 'call' in thing ? thing.call : undefined;
}
