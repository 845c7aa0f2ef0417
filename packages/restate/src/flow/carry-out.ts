// Carrying out orders
// Every order is a one-way send: nothing waits for its result. Timers are delayed sends to the run itself. Only one call may be
// left to the invocation that has just reported the end of another one (Node service).
import { runId, type RunId } from '@skein/kernel';
import type * as restate from '@restatedev/restate-sdk';
import type { Order, HandledMessage } from '@skein/engine';
import {
  forgetThing,
  keepThing,
  readThing,
  type BegunCall,
  type BegunThing,
} from './things-in-flight.ts';
import { dueBy, limitOf, type CallMessage, type CallOrder } from '../messages/call-limits.ts';
import { giveBackOf } from './flow-budget.ts';
import type { Names } from '../messages/names.ts';
import { json, send } from '../messages/send.ts';

/** Where messages go. */
export interface Routes {
  readonly names: Names;
  /** The pool of workers that calls nodes of this type. */
  poolOf(nodeType: string): string;
  /** The time limit of a call whose node has none. */
  readonly executionMaxMs: number;
}

/** An invocation that has finished a call and could continue with another one of its pool. */
export interface Lane {
  readonly invocation: string;
  readonly pool: string;
}

const cancelReason = 'The run that it is part of no longer needs it.';

interface CarriedOut {
  readonly handled: HandledMessage;
  readonly lane: Lane | null;
  /** The run at the top, if there is a budget and this is not it: the top run knows its own calls. */
  readonly root: RunId | null;
}

/** Returns what is left to the lane. */
export async function carryOut(
  context: restate.ObjectContext,
  routes: Routes,
  { handled, lane, root }: CarriedOut,
): Promise<CallMessage | null> {
  const handles: (() => Promise<void>)[] = [];
  let next: CallMessage | null = null;
  for (const order of handled.orders) {
    if (order.do === 'stop') stop(context, routes.names, await readThing(context, order.name));
    else if (order.do === 'admit') {
      context.resolveAwakeable(order.reply, { isAdmitted: order.isAdmitted });
    } else if (order.do === 'tell-child') {
      const child = await readThing(context, order.name);
      if (child !== null && 'run' in child)
        send(context, routes.names, { run: child.run, message: order.message });
    } else if (order.do === 'child') {
      send(context, routes.names, { run: order.run, message: order.message });
      keepThing(context, order.name, { run: order.run });
    } else if (next === null && lane !== null && isFor(lane, routes, order)) {
      next = callMessage(runId(context.key), routes, order, handled);
      keepThing(context, order.name, {
        invocation: lane.invocation,
        ...callOf(order, routes, handled),
      });
    } else {
      const handle = begin(context, routes, order, handled);
      if (!('name' in order)) continue;
      handles.push(async () => {
        const invocation = await handle.invocationId;
        keepThing(context, order.name, { invocation, ...callOf(order, routes, handled) });
      });
    }
  }
  // All sends first: each of these waits for Restate.
  for (const note of handles) await note();
  for (const name of handled.over) {
    if (root !== null)
      giveBackOf(context, routes.names, { root, thing: await readThing(context, name) });
    forgetThing(context, name);
  }
  return next;
}

function isFor({ pool }: Lane, routes: Routes, order: Order): order is CallOrder {
  return order.do === 'call' && pool === routes.poolOf(order.nodeType);
}

function callMessage(
  run: RunId,
  { executionMaxMs }: Routes,
  order: CallOrder,
  { kept }: HandledMessage,
): CallMessage {
  const { node, activation, attempt } = order;
  const limitMs = limitOf(order, executionMaxMs);
  const budget = kept?.tree === undefined ? {} : { budgetAt: kept.tree.root };
  return { run, node, activation, attempt, seq: kept?.seq ?? 0, limitMs, ...budget };
}

function callOf(
  order: Order,
  { executionMaxMs }: Routes,
  { at }: HandledMessage,
): { readonly call?: BegunCall } {
  if (order.do !== 'call') return {};
  const { node, activation, attempt } = order;
  const dueAt = dueBy(at, limitOf(order, executionMaxMs));
  return { call: { node, activation, attempt, dueAt, begunAt: at } };
}

/** When the first of the calls that a message started is due; null when it started none. */
export function firstDueOf(
  { orders, at }: HandledMessage,
  { executionMaxMs }: Routes,
): number | null {
  let first: number | null = null;
  for (const order of orders) {
    if (order.do !== 'call') continue;
    const dueAt = dueBy(at, limitOf(order, executionMaxMs));
    if (first === null || dueAt < first) first = dueAt;
  }
  return first;
}

function begin(
  context: restate.ObjectContext,
  routes: Routes,
  order: Exclude<Order, { readonly do: 'stop' | 'child' | 'tell-child' | 'admit' }>,
  handled: HandledMessage,
): restate.InvocationHandle {
  const run = runId(context.key);
  const { names } = routes;
  switch (order.do) {
    case 'call': {
      const service = names.nodeService(routes.poolOf(order.nodeType));
      const parameter = callMessage(run, routes, order, handled);
      return context.genericSend({ service, method: 'execute', parameter, inputSerde: json });
    }
    case 'emit': {
      const { do: _, name: __, ...emitted } = order;
      const service = names.nodeService(routes.poolOf('emit'));
      const parameter = { ...emitted, run };
      return context.genericSend({ service, method: 'emit', parameter, inputSerde: json });
    }
    case 'arm':
      return send(context, names, { run, message: order.message, delayMs: order.at - handled.at });
    case 'tell':
      return send(context, names, { run: order.run, message: order.message });
    case 'continue':
      return send(context, names, { run, message: order.message });
  }
}

/** Ends what was started. */
export function stop(context: restate.ObjectContext, names: Names, thing: BegunThing | null): void {
  if (thing === null) return;
  if ('invocation' in thing) {
    context.cancel(thing.invocation as restate.InvocationId);
    return;
  }
  const command = { do: 'cancel', reason: cancelReason, isFromParent: true } as const;
  send(context, names, { run: thing.run, message: { type: 'command', command } });
}
