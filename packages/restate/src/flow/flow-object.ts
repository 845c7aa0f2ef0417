// The virtual object of a run
// Its key is the id of the run. Each handler handles one message (engine/hosts): short and exclusive, so nothing of a run is executing
// between two messages, and the next one may find a new version of the code.
//
// F1. All of it happens inside one `ctx.run`: when Restate replays the handler, the message is not handled again.
// F2. The journal of the store is written inside it, before anything is sent.
// F3. Each started thing is stored under its name with the id of its invocation, so that it can be cancelled. Each is a value of
//     its own, so that a message of a run with many branches writes no more than one of a run with few.
// F4. One delayed message watches all calls in flight: a call that does not report in time has failed.
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
import {
  claim,
  isSuperseded,
  nameOfCall,
  spared,
  type ClaimedCall,
  type RecordedCall,
} from './claims.ts';
import { holdCall, releaseCalls } from './held-calls.ts';
import { limitOrders } from '../messages/enforce-message-limit.ts';
import { askFor, giveBackOf, reserve, type AskedRoom } from './flow-budget.ts';
import { lostCalls, nextLook } from './lost-calls.ts';
import { handlerOptions } from '../messages/handler-options.ts';
import { send } from '../messages/send.ts';

export interface FlowOptions {
  readonly host: MessageHost;
  readonly routes: Routes;
  /** The maximum size of everything that one message may send. */
  readonly resultMaxBytes: number;
  /** A call with which so many workers died is held. */
  readonly deathsMax: number;
}

/** How a call ended; the reporter could continue with the next one. */
export interface Report {
  readonly happened: Happened;
  readonly lane: Lane;
}

/** A reservation in the budget of this tree that a call no longer needs. */
interface GivenBack {
  readonly call: PayingCall;
  readonly id: string;
}

/** What Restate stores about a run besides the things that it has started. */
interface FlowState {
  readonly kept: KeptRun | null;
  /** When overdue calls are checked next; null when no check is planned. */
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
  // Timers, results of nodes and updates from children: only from inside.
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
      move: command,
      resume: command,
      join: command,
      event: command,
      deliver: asked<SentEvent>((event) => ({ type: 'deliver', event })),
      record: async (context: restate.ObjectContext, body: RecordedCall) => {
        const name = nameOfCall(body.happened);
        const thing = name === null ? null : await readThing(context, name);
        if (isSuperseded(thing, body.token)) return { late: true };
        await spare(context, name, false);
        return take(context, body.happened);
      },
      survived: async (context: restate.ObjectContext, { token, order }: ClaimedCall) => {
        const name = callName(order);
        if (!isSuperseded(await readThing(context, name), token)) await spare(context, name, true);
      },
      release: (context: restate.ObjectContext) => release(options, context),
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
  // The name is in the journals of invocations that an earlier version started.
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
  // One check is enough for all calls, unless one is due before it.
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

/** Calls that have not reported within their limit have failed (F4). */
async function look(
  options: FlowOptions,
  context: restate.ObjectContext,
  planned: number,
): Promise<void> {
  const before = await stateOf(context);
  // Another one was due earlier, and has planned the next check.
  if (before.lookAt !== planned) return;
  const at = await context.date.now();
  setState(context, { ...before, lookAt: null });
  for (const message of lostCalls(await callsInFlight(context), at)) {
    // If it is still in flight somewhere, it must not continue next to the following attempt.
    stop(context, options.routes.names, await readThing(context, nameOfCall(message) ?? ''));
    await handle(options, context, { message });
  }
  const state = await stateOf(context);
  const dueAt = nextLook(await callsInFlight(context), at);
  if (dueAt === null || (state.lookAt !== null && state.lookAt <= dueAt)) return;
  sendLook(context, options.routes, { at, dueAt });
  setState(context, { ...state, lookAt: dueAt });
}

/** A call is restarted: from now on only this attempt may record. */
async function claimCall(
  options: FlowOptions,
  context: restate.ObjectContext,
  body: ClaimedCall,
): Promise<JsonObject> {
  const { names } = options.routes;
  const name = callName(body.order);
  const thing = await readThing(context, name);
  const claimed = claim(thing, body, await context.date.now());
  if (claimed === null) return { late: true };
  const { kept } = await stateOf(context);
  if (kept?.tree !== undefined) giveBackOf(context, names, { root: kept.tree.root, thing });
  if ((claimed.call.deaths ?? 0) >= options.deathsMax) {
    await holdCall(options, context, { name, thing: claimed, claimed: body });
    return { late: true };
  }
  keepThing(context, name, claimed);
  return {};
}

/** The workers of a call do not die because of it. */
async function spare(
  context: restate.ObjectContext,
  name: string | null,
  isAlive: boolean,
): Promise<void> {
  if (name === null) return;
  const thing = spared(await readThing(context, name), isAlive);
  if (thing !== null) keepThing(context, name, thing);
}

async function release(options: FlowOptions, context: restate.ObjectContext): Promise<JsonObject> {
  const at = await context.date.now();
  const dueAt = await releaseCalls(context, options.routes, at);
  const state = await stateOf(context);
  if (dueAt !== null && (state.lookAt === null || dueAt < state.lookAt)) {
    sendLook(context, options.routes, { at, dueAt });
    setState(context, { ...state, lookAt: dueAt });
  }
  return { result: null };
}

/** A call of this run wants to pay: the run at the top of its tree decides. */
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

/** The position of the run, as far as Restate knows; null when it has ended, or never started. */
async function query(context: restate.ObjectSharedContext): Promise<JsonObject | null> {
  const { kept } = await stateOf(context);
  if (kept === null) return null;
  return { run: context.key, seq: kept.seq, underWay: await namesOfThings(context) };
}
