// Carrying out orders
// Every order is a one-way send: nothing waits for what it brings about. Timers are delayed sends to the run itself.
import type * as restate from '@restatedev/restate-sdk';
import type { NodeOrder, Order, Turn } from '@skein/engine';
import { dueBy } from './lost-calls.ts';
import type { Names } from './names.ts';

/** What is under way, by the name of its order: an invocation that can be cancelled, or a run. */
export type Begun = { readonly [name: string]: BegunThing };
type BegunThing =
  | { readonly invocation: string }
  | { readonly invocation: string; readonly call: BegunCall }
  | { readonly run: string };

export interface BegunCall {
  readonly node: string;
  readonly activation: number;
  readonly attempt: number;
  /** When the run must have heard of it. */
  readonly dueAt: number;
  /** Set once it was begun again: only this try of it may record anything. */
  readonly token?: string;
}

/** Where messages go. */
export interface Routes {
  readonly names: Names;
  /** The pool of workers that calls nodes of this type. */
  poolOf(nodeType: string): string;
}

interface Carried {
  readonly turn: Turn;
  readonly begun: Begun;
  readonly executionMaxMs: number;
}

const json: restate.Serde<unknown> = {
  contentType: 'application/json',
  serialize: (value) => new TextEncoder().encode(JSON.stringify(value)),
  deserialize: (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as unknown,
};

const cancelReason = 'The run that it is part of no longer needs it.';

/** What is under way afterwards. */
export async function carryOut(
  context: restate.ObjectContext,
  routes: Routes,
  { turn, begun, executionMaxMs }: Carried,
): Promise<Begun> {
  const now: { [name: string]: BegunThing } = { ...begun };
  const handles: (() => Promise<void>)[] = [];
  for (const order of turn.orders) {
    if (order.do === 'stop') stop(context, routes.names, now[order.name]);
    else if (order.do === 'child') {
      send(context, routes.names, { run: order.run, message: order.message });
      now[order.name] = { run: order.run };
    } else {
      const handle = begin(context, routes, order, turn.at);
      const dueAt = dueBy(turn.at, executionMaxMs);
      handles.push(async () => {
        if (!('name' in order)) return;
        const invocation = await handle.invocationId;
        now[order.name] = { invocation, ...callOf(order, dueAt) };
      });
    }
  }
  // All sends first: each of these waits for Restate.
  for (const note of handles) await note();
  if (turn.open === null) return begun;
  const open = new Set(turn.open);
  return Object.fromEntries(Object.entries(now).filter(([name]) => open.has(name)));
}

function callOf(order: Order, dueAt: number): { readonly call?: BegunCall } {
  if (order.do !== 'call') return {};
  const { node, activation, attempt } = order;
  return { call: { node, activation, attempt, dueAt } };
}

function begin(
  context: restate.ObjectContext,
  routes: Routes,
  order: Exclude<Order, { readonly do: 'stop' | 'child' }>,
  now: number,
): restate.InvocationHandle {
  const run = context.key;
  const { names } = routes;
  switch (order.do) {
    case 'call': {
      const { node, activation, attempt, nodeType } = order;
      const service = names.nodeService(routes.poolOf(nodeType));
      const parameter: NodeOrder = { run, node, activation, attempt };
      return context.genericSend({ service, method: 'execute', parameter, inputSerde: json });
    }
    case 'emit': {
      const { do: _, name: __, ...emitted } = order;
      const service = names.nodeService(routes.poolOf('emit'));
      const parameter = { ...emitted, run };
      return context.genericSend({ service, method: 'emit', parameter, inputSerde: json });
    }
    case 'arm':
      return send(context, names, { run, message: order.message, delayMs: order.at - now });
    case 'tell':
      return send(context, names, { run: order.run, message: order.message });
    case 'continue':
      return send(context, names, { run, message: order.message });
  }
}

function stop(context: restate.ObjectContext, names: Names, thing: BegunThing | undefined): void {
  if (thing === undefined) return;
  if ('invocation' in thing) {
    context.cancel(thing.invocation as restate.InvocationId);
    return;
  }
  const command = { do: 'cancel', reason: cancelReason } as const;
  send(context, names, { run: thing.run, message: { type: 'command', command } });
}

/** Sends something to a run, at once or after a while. */
export function send(
  context: restate.Context,
  { flow }: Names,
  sent: {
    readonly run: string;
    readonly handler?: 'tell' | 'look';
    readonly message?: unknown;
    readonly delayMs?: number;
  },
): restate.InvocationHandle {
  const { run, handler = 'tell', message = null, delayMs = 0 } = sent;
  return context.genericSend({
    service: flow,
    method: handler,
    key: run,
    parameter: message,
    inputSerde: json,
    ...(delayMs > 0 ? { delay: delayMs } : {}),
  });
}
