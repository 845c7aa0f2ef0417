// Access to the budget of a tree of runs
// A call asks its own run, which records that it pays and forwards the request to the run at the top, which decides (engine/hosts).
// The answer comes back through a handler that blocks nobody else.
//
// B1. A recorded call releases its reservation when it ends, or is restarted, whatever has become of its worker.
import * as restate from '@restatedev/restate-sdk';
import { callName, type BudgetMessage, type BudgetTree, type NodeOrder } from '@skein/engine';
import { runId, type JsonObject, type RunId } from '@skein/kernel';
import type { PaidCall } from '@skein/ports';
import { keepThing, readThing, type BegunThing } from './things-in-flight.ts';
import { isSuperseded } from './claims.ts';
import type { Names } from '../messages/names.ts';
import { send } from '../messages/send.ts';

/** One attempt of a call asks for a reservation in the budget. */
export interface AskedRoom {
  readonly token: string;
  readonly order: NodeOrder;
  readonly id: string;
  readonly cost: PaidCall;
}

/** After this time the caller asks again: sooner than it would give up (Ingress). */
const answerMaxMs = 8000;

/** `{ isAdmitted }`, `{ late: true }`, or nothing when the caller should ask again. */
export async function reserve(
  context: restate.ObjectSharedContext,
  names: Names,
  asked: AskedRoom,
): Promise<JsonObject> {
  const { id: reply, promise } = context.awakeable<JsonObject>();
  send(context, names, { run: runId(context.key), handler: 'ask', message: { ...asked, reply } });
  try {
    return await promise.orTimeout(answerMaxMs);
  } catch (error) {
    if (error instanceof restate.TimeoutError) return {};
    throw error;
  }
}

/** Records that a call pays; returns what its run must tell the top, or null when the call is no longer wanted. */
export async function askFor(
  context: restate.ObjectContext,
  tree: BudgetTree | undefined,
  asked: AskedRoom & { readonly reply: string },
): Promise<BudgetMessage | null> {
  const { order, id, cost, reply, token } = asked;
  const { run, node, activation, attempt } = order;
  const name = callName(order);
  const thing = await readThing(context, name);
  const call = thing !== null && 'call' in thing ? thing.call : undefined;
  const isWanted = call?.attempt === attempt && !isSuperseded(thing, token);
  if (tree === undefined || thing === null || call === undefined || !isWanted) {
    context.resolveAwakeable(reply, { late: true });
    return null;
  }
  keepThing(context, name, { ...thing, call: { ...call, isPaying: true } } as BegunThing);
  const { bounded } = tree;
  const ask = { run, node, activation, attempt, id, cost, bounded, reply };
  return { type: 'budget', do: 'ask', ask };
}

/** Releases the reservation of a call that has ended or is restarted (B1). */
export function giveBackOf(
  context: restate.ObjectContext,
  names: Names,
  { root, thing }: { readonly root: RunId; readonly thing: BegunThing | null },
): void {
  if (thing === null || !('call' in thing) || thing.call?.isPaying !== true) return;
  const { node, activation } = thing.call;
  const call = { run: runId(context.key), node, activation };
  const message: BudgetMessage = { type: 'budget', do: 'give-back', call };
  send(context, names, { run: root, message });
}
