// Carrying out orders
// Every order is a one-way send: nothing waits for what it brings about. Timers are delayed sends to the run itself.
import type * as restate from '@restatedev/restate-sdk';
import type { NodeOrder, Order, Turn, TurnMessage } from '@skein/engine';
import type { Names } from './names.ts';

/** What is under way, by the name of its order: an invocation that can be cancelled, or a run. */
export type Begun = { readonly [name: string]: BegunThing };
type BegunThing = { readonly invocation: string } | { readonly run: string };

/** Where messages go. */
export interface Routes {
  readonly names: Names;
  /** The pool of workers that calls nodes of this type. */
  poolOf(nodeType: string): string;
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
  { turn, begun }: { readonly turn: Turn; readonly begun: Begun },
): Promise<Begun> {
  const now: { [name: string]: BegunThing } = { ...begun };
  const handles: (readonly [name: string, handle: restate.InvocationHandle])[] = [];
  for (const order of turn.orders) {
    if (order.do === 'stop') stop(context, routes.names, now[order.name]);
    else if (order.do === 'child') {
      tell(context, routes.names, { run: order.run, message: order.message });
      now[order.name] = { run: order.run };
    } else {
      const handle = begin(context, routes, order, turn.at);
      if ('name' in order) handles.push([order.name, handle]);
    }
  }
  for (const [name, handle] of handles) now[name] = { invocation: await handle.invocationId };
  const open = new Set(turn.open);
  return Object.fromEntries(Object.entries(now).filter(([name]) => open.has(name)));
}

function begin(
  context: restate.ObjectContext,
  routes: Routes,
  order: Exclude<Order, { readonly do: 'stop' | 'child' }>,
  now: number,
): restate.InvocationHandle {
  const run = context.key;
  switch (order.do) {
    case 'call': {
      const { node, activation, attempt, nodeType } = order;
      const service = routes.names.nodeService(routes.poolOf(nodeType));
      const parameter: NodeOrder = { run, node, activation, attempt };
      return context.genericSend({ service, method: 'execute', parameter, inputSerde: json });
    }
    case 'emit': {
      const { do: _, name: __, ...emitted } = order;
      const service = routes.names.nodeService(routes.poolOf('emit'));
      const parameter = { ...emitted, run };
      return context.genericSend({ service, method: 'emit', parameter, inputSerde: json });
    }
    case 'arm':
      return tell(context, routes.names, { run, message: order.message, delayMs: order.at - now });
    case 'tell':
      return tell(context, routes.names, order);
    case 'continue':
      return tell(context, routes.names, { run, message: order.message });
  }
}

function stop(context: restate.ObjectContext, names: Names, thing: BegunThing | undefined): void {
  if (thing === undefined) return;
  if ('invocation' in thing) {
    context.cancel(thing.invocation as restate.InvocationId);
    return;
  }
  const command = { do: 'cancel', reason: cancelReason } as const;
  tell(context, names, { run: thing.run, message: { type: 'command', command } });
}

/** Sends a message to a run, at once or after a while. */
export function tell(
  context: restate.Context,
  { flow }: Names,
  told: { readonly run: string; readonly message: TurnMessage; readonly delayMs?: number },
): restate.InvocationHandle {
  const { run, message, delayMs = 0 } = told;
  return context.genericSend({
    service: flow,
    method: 'tell',
    key: run,
    parameter: message,
    inputSerde: json,
    ...(delayMs > 0 ? { delay: delayMs } : {}),
  });
}
