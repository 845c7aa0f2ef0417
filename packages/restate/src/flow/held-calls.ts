// Held calls
// A call that seems to kill its workers is not made any more (Claims C1). Its run is listed as quarantined; the rest of the run goes
// on as far as it can. Whoever releases it has the call made again.
import type * as restate from '@restatedev/restate-sdk';
import { quarantineRun, type MessageHost } from '@skein/engine';
import { runId } from '@skein/kernel';
import { dueBy } from '../messages/call-limits.ts';
import { defaultPool } from '../messages/names.ts';
import { json } from '../messages/send.ts';
import type { Routes } from './carry-out.ts';
import { held, type ClaimedCall, type ClaimedThing } from './claims.ts';
import { keepThing, namesOfThings, readThing } from './things-in-flight.ts';

/** Sets a call aside, and lists its run. */
export async function holdCall(
  { host, routes }: { readonly host: MessageHost; readonly routes: Routes },
  context: restate.ObjectContext,
  given: { readonly name: string; readonly thing: ClaimedThing; readonly claimed: ClaimedCall },
): Promise<void> {
  const { name, thing, claimed } = given;
  const { order, pool } = claimed;
  const service = routes.names.nodeService(pool ?? defaultPool);
  const deaths = thing.call.deaths ?? 0;
  await context.run('quarantine', () => quarantineRun(host.runtime, runId(context.key), deaths));
  keepThing(context, name, held(thing, { order, service }));
}

/** Has all of them made again; gives back when the first of them is due, or null. */
export async function releaseCalls(
  context: restate.ObjectContext,
  { executionMaxMs }: Routes,
  at: number,
): Promise<number | null> {
  let first: number | null = null;
  for (const name of await namesOfThings(context)) {
    const thing = await readThing(context, name);
    if (thing === null || !('call' in thing) || thing.call?.held === undefined) continue;
    const { order, service } = thing.call.held;
    const { node, activation, attempt } = thing.call;
    const dueAt = dueBy(at, order.limitMs ?? executionMaxMs);
    const handle = context.genericSend({
      service,
      method: 'execute',
      parameter: order,
      inputSerde: json,
    });
    const invocation = await handle.invocationId;
    keepThing(context, name, { invocation, call: { node, activation, attempt, dueAt } });
    if (first === null || dueAt < first) first = dueAt;
  }
  return first;
}
