// What a run has in flight
// Each is one value of the run's state, under the name of its order: a message writes only those that it starts or ends.
import type { NodeId, RunId } from '@skein/kernel';
import type { CallMessage } from '../messages/call-limits.ts';
import type * as restate from '@restatedev/restate-sdk';

/** An invocation that can be cancelled, or a run. */
export type BegunThing =
  | { readonly invocation: string; readonly call?: BegunCall }
  | { readonly run: RunId };

/** What has to be sent to make a call again. */
export interface HeldCall {
  readonly order: CallMessage;
  readonly service: string;
}

export interface BegunCall {
  readonly node: NodeId;
  readonly activation: number;
  readonly attempt: number;
  /** By when it must have reported to the run. */
  readonly dueAt: number;
  /** Set once it was restarted: only this attempt may record anything. */
  readonly token?: string;
  /** When its newest attempt began; absent when no worker can have died with it since. */
  readonly begunAt?: number;
  /** How many workers died with it, one after another. */
  readonly deaths?: number;
  /** It is not made until somebody releases it. */
  readonly held?: HeldCall;
  /** It has asked for a reservation in a budget. */
  readonly isPaying?: true;
}

const prefix = 'begun/';

export function readThing(
  context: restate.ObjectSharedContext,
  name: string,
): Promise<BegunThing | null> {
  return context.get<BegunThing>(prefix + name);
}

export function keepThing(context: restate.ObjectContext, name: string, thing: BegunThing): void {
  context.set(prefix + name, thing);
}

export function forgetThing(context: restate.ObjectContext, name: string): void {
  context.clear(prefix + name);
}

/** All of them: for rare operations. */
export async function namesOfThings(
  context: restate.ObjectSharedContext,
): Promise<readonly string[]> {
  const keys = await context.stateKeys();
  return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}

/** Without those that are held. */
export async function callsInFlight(
  context: restate.ObjectSharedContext,
): Promise<readonly BegunCall[]> {
  const calls: BegunCall[] = [];
  for (const name of await namesOfThings(context)) {
    const thing = await readThing(context, name);
    const call = thing !== null && 'call' in thing ? thing.call : undefined;
    if (call !== undefined && call.held === undefined) calls.push(call);
  }
  return calls;
}
