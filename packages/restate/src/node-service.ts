// The service that calls nodes
// One for each pool of workers. A call is a one-way send; so is the message with which it ends.
//
// N1. The whole call is inside one `ctx.run`: functions may do what they like in any order, and a cancel reaches their signal.
// N2. What a function records goes to its run at once. A call that is made again, because its worker died, reads it from there.
import * as restate from '@restatedev/restate-sdk';
import {
  callNode,
  sendEmitted,
  type EmitOrder,
  type Happened,
  type NodeOrder,
  type TurnHost,
} from '@skein/engine';
import type { Json } from '@skein/kernel';
import { isObject } from '@skein/kernel';
import { tell } from './carry-out.ts';
import type { Ingress } from './ingress.ts';
import type { Names } from './names.ts';
import { patience } from './patience.ts';

export interface NodeServiceOptions {
  readonly host: TurnHost;
  readonly ingress: Ingress;
  readonly names: Names;
  readonly pool: string;
  /** No call takes longer; Restate must not begin a second one beside it. */
  readonly executionMaxMs: number;
}

export function nodeService(options: NodeServiceOptions) {
  const { host, ingress, names, pool, executionMaxMs } = options;
  const { runtime } = host;
  const execute = async (context: restate.Context, order: NodeOrder): Promise<void> => {
    const controller = new AbortController();
    const { attemptCompletedSignal } = context.request();
    attemptCompletedSignal.addEventListener('abort', () => controller.abort());
    const link = {
      signal: controller.signal,
      record: (happened: Happened) => record(ingress, order.run, happened),
    };
    try {
      const end = await context.run('call', () => callNode(runtime, order, link));
      if (end !== null) tell(context, names, { run: order.run, message: end });
    } catch (error) {
      controller.abort();
      throw error;
    }
  };
  const emit = async (context: restate.Context, order: EmitOrder): Promise<void> => {
    const end = await context.run('emit', () => sendEmitted(runtime, order));
    tell(context, names, { run: order.run, message: end });
  };
  const limits = { inactivityTimeout: executionMaxMs, abortTimeout: executionMaxMs };
  return restate.service({
    name: names.nodeService(pool),
    options: { ...patience, ingressPrivate: true },
    handlers: {
      execute: restate.handlers.handler(limits, execute),
      emit,
    },
  });
}

/** Whether the run has it in its journal now; false when it does not want it any more. */
async function record(ingress: Ingress, run: string, happened: Happened): Promise<boolean> {
  // An event is JSON; its interface only has no index signature to say so.
  const reply = await ingress.call(run, 'record', happened as unknown as Json);
  return !(isObject(reply) && reply['late'] === true);
}
