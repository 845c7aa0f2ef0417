// The virtual object of a run
// Its key is the id of the run. Each handler handles one message (engine/hosts): short and exclusive, so nothing of a run is running
// between two messages, and the next one may find a new version of the code.
//
// F1. All of it happens inside one `ctx.run`: when the handler is replayed, the message is not handled again.
// F2. The journal of the store is written inside it, before anything is sent.
// F3. What was begun is kept by its name with the id of the invocation, so that it can be cancelled: each a value of its own, so that a message of a
//     run with many branches writes no more than one of a run with few.
// F4. One delayed message looks after all calls in flight: whichever is not heard of in time has failed.
import * as restate from '@restatedev/restate-sdk';
import { runId, type JsonObject } from '@skein/kernel';
import {
  callName,
  handleMessage,
  type BegunRun,
  type Happened,
  type KeptRun,
  type PayingCall,
  type RemoteCommand,
  type SentEvent,
  type MessageHost,
  type RunMessage,
} from '@skein/engine';
import { callsInFlight, keepThing, namesOfThings, readThing } from './things-in-flight.ts';
import type { CallMessage } from '../messages/call-limits.ts';
import { carryOut, firstDueOf, stop, type Lane, type Routes } from './carry-out.ts';
import { claim, isSuperseded, nameOfCall, type ClaimedCall, type RecordedCall } from './claims.ts';
import { limitOrders } from '../messages/enforce-message-limit.ts';
import { askFor, giveBackOf, reserve, type AskedRoom } from './flow-budget.ts';
import { lostCalls, nextLook } from './lost-calls.ts';
import { handlerOptions } from '../messages/handler-options.ts';
import { send } from '../messages/send.ts';

export interface FlowOptions {
  readonly host: MessageHost;
  readonly routes: Routes;
  /** The most that a message may bring about to be sent. */
  readonly resultMaxBytes: number;
}

/** How a call ended; who reports it could continue with the next one. */
export interface Report {
  readonly happened: Happened;
  readonly lane: Lane;
}

/** Room in the budget of this tree that a call needs no more. */
interface GivenBack {
  readonly call: PayingCall;
  readonly id: string;
}

/** What Restate keeps of a run beside the things that it has begun. */
interface FlowState {
  readonly kept: KeptRun | null;
  /** When it is looked after calls that do not come back; null when that is not planned. */
  readonly lookAt: number | null;
}

const stateKey = 'flow';
const nothing: FlowState = { kept: null, lookAt: null };

export function flowObject(options: FlowOptions) {
  const take = async (context: restate.ObjectContext, message: RunMessage) =>
    (await handle(options, context, { message })).reply;
  const asked =
    <Body>(toMessage: (body: Body) => RunMessage) =>
    (context: restate.ObjectContext, body: Body): Promise<JsonObject> =>
      take(context, toMessage(body));
  const command = asked<RemoteCommand>((given) => ({ type: 'command', command: given }));
  // Timers, results of nodes and news of children: only from inside.
  const inside = { ingressPrivate: true };
  return restate.object({
    name: options.routes.names.flow,
    options: handlerOptions,
    handlers: {
      start: asked<BegunRun>((run) => ({ type: 'start', run })),
      wake: asked(() => ({ type: 'wake' })),
      answer: command,
      cancel: command,
      retry: command,
      event: command,
      deliver: asked<SentEvent>((event) => ({ type: 'deliver', event })),
      record: async (context: restate.ObjectContext, body: RecordedCall) => {
        const name = nameOfCall(body.happened);
        const thing = name === null ? null : await readThing(context, name);
        return isSuperseded(thing, body.token) ? { late: true } : take(context, body.happened);
      },
      claim: (context: restate.ObjectContext, body: ClaimedCall) =>
        claimCall(options, context, body),
      reserve: restate.handlers.object.shared(
        (context: restate.ObjectSharedContext, body: AskedRoom) =>
          reserve(context, options.routes.names, body),
      ),
      giveBack: asked<GivenBack>((given) => ({ type: 'budget', do: 'give-back', ...given })),
      ask: restate.handlers.object.exclusive(
        inside,
        (context: restate.ObjectContext, body: AskedRoom & { readonly reply: string }) =>
          ask(options, context, body),
      ),
      tell: restate.handlers.object.exclusive(inside, take),
      report: restate.handlers.object.exclusive(
        inside,
        async (context: restate.ObjectContext, { happened, lane }: Report) =>
          (await handle(options, context, { message: happened, lane })).next,
      ),
      look: restate.handlers.object.exclusive(
        inside,
        (context: restate.ObjectContext, planned: number) => look(options, context, planned),
      ),
      query: restate.handlers.object.shared(query),
    },
  });
}

async function stateOf(context: restate.ObjectSharedContext): Promise<FlowState> {
  return (await context.get<FlowState>(stateKey)) ?? nothing;
}

async function handle(
  { host, routes, resultMaxBytes }: FlowOptions,
  context: restate.ObjectContext,
  { message, lane = null }: { readonly message: RunMessage; readonly lane?: Lane | null },
): Promise<{ readonly reply: JsonObject; readonly next: CallMessage | null }> {
  const { kept, lookAt } = await stateOf(context);
  // The name is in the journals of invocations that an earlier version began.
  const handled = await context.run('turn', async () => {
    const taken = await handleMessage(host, runId(context.key), kept, message);
    return { ...taken, orders: limitOrders(taken.orders, resultMaxBytes) };
  });
  const { reply } = handled;
  const isBelow = kept?.tree !== undefined && kept.tree.root !== context.key;
  const root = isBelow ? kept.tree.root : null;
  const next = await carryOut(context, routes, { handled, lane, root });
  if (handled.kept === null) {
    context.clearAll();
    return { reply, next };
  }
  // One look is enough for all calls, unless one is due before it.
  const dueAt = firstDueOf(handled, routes);
  const isFirst = dueAt !== null && (lookAt === null || dueAt < lookAt);
  if (isFirst) sendLook(context, routes, { at: handled.at, dueAt });
  setState(context, { kept: handled.kept, lookAt: isFirst ? dueAt : lookAt });
  return { reply, next };
}

function setState(context: restate.ObjectContext, state: FlowState): void {
  context.set(stateKey, state);
}

function sendLook(
  context: restate.ObjectContext,
  { names }: Routes,
  { at, dueAt }: { readonly at: number; readonly dueAt: number },
): void {
  send(context, names, {
    run: runId(context.key),
    handler: 'look',
    message: dueAt,
    delayMs: dueAt - at,
  });
}

/** Calls that nobody has heard of for longer than they may take have failed (F4). */
async function look(
  options: FlowOptions,
  context: restate.ObjectContext,
  planned: number,
): Promise<void> {
  const before = await stateOf(context);
  // Another one was due earlier, and has planned the next look.
  if (before.lookAt !== planned) return;
  const at = await context.date.now();
  setState(context, { ...before, lookAt: null });
  for (const message of lostCalls(await callsInFlight(context), at)) {
    // Should it still be in flight somewhere, it must not continue beside the attempt that follows.
    stop(context, options.routes.names, await readThing(context, nameOfCall(message) ?? ''));
    await handle(options, context, { message });
  }
  const state = await stateOf(context);
  const dueAt = nextLook(await callsInFlight(context), at);
  if (dueAt === null || (state.lookAt !== null && state.lookAt <= dueAt)) return;
  sendLook(context, options.routes, { at, dueAt });
  setState(context, { ...state, lookAt: dueAt });
}

/** A call is begun again: from now on only this try of it may record. */
async function claimCall(
  { routes: { names } }: FlowOptions,
  context: restate.ObjectContext,
  body: ClaimedCall,
): Promise<JsonObject> {
  const name = callName(body.order);
  const thing = await readThing(context, name);
  const claimed = claim(thing, body);
  if (claimed === null) return { late: true };
  const { kept } = await stateOf(context);
  if (kept?.tree !== undefined) giveBackOf(context, names, { root: kept.tree.root, thing });
  keepThing(context, name, claimed);
  return {};
}

/** A call of this run wants to pay: what is to be done about it is decided at the top of its tree. */
async function ask(
  options: FlowOptions,
  context: restate.ObjectContext,
  body: AskedRoom & { readonly reply: string },
): Promise<void> {
  const { kept } = await stateOf(context);
  const message = await askFor(context, kept?.tree, body);
  if (message === null || kept?.tree === undefined) return;
  const { root } = kept.tree;
  if (root === context.key) await handle(options, context, { message });
  else send(context, options.routes.names, { run: root, message });
}

/** Where the run is, as far as Restate knows; null when it has ended, or never began. */
async function query(context: restate.ObjectSharedContext): Promise<JsonObject | null> {
  const { kept } = await stateOf(context);
  if (kept === null) return null;
  return { run: context.key, seq: kept.seq, underWay: await namesOfThings(context) };
}
