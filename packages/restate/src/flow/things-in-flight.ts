// What a run has in flight
// By the name of its order, one value of the run's state each: a message writes those that it begins or ends, however many others there are.
import type { NodeId, RunId } from '@skein/kernel';
import type * as restate from '@restatedev/restate-sdk';

/** An invocation that can be cancelled, or a run. */
export type BegunThing =
  | { readonly invocation: string; readonly call?: BegunCall }
  | { readonly run: RunId };

export interface BegunCall {
  readonly node: NodeId;
  readonly activation: number;
  readonly attempt: number;
  /** When the run must have heard of it. */
  readonly dueAt: number;
  /** Set once it was begun again: only this try of it may record anything. */
  readonly token?: string;
  /** It has asked for room in a budget. */
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

/** All of them: for what happens rarely. */
export async function namesOfThings(
  context: restate.ObjectSharedContext,
): Promise<readonly string[]> {
  const keys = await context.stateKeys();
  return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}

export async function callsInFlight(
  context: restate.ObjectSharedContext,
): Promise<readonly BegunCall[]> {
  const calls: BegunCall[] = [];
  for (const name of await namesOfThings(context)) {
    const thing = await readThing(context, name);
    if (thing !== null && 'call' in thing && thing.call !== undefined) calls.push(thing.call);
  }
  return calls;
}
