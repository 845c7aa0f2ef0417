// The service that calls nodes
// One for each pool of workers. A call is a one-way send; so is the message with which it ends.
//
// N1. The whole call is inside one `ctx.run`: functions may do what they like in any order, and a cancel reaches their signal.
// N2. What a function records goes to its run at once. A call that is made again, because its worker died, reads it from there.
// N3. A call that is begun again says so to its run first, and waits behind whatever the try before still has on its way there: what
//     was recorded is then in the journal, and what comes later of that try is refused. So no recorded effect is made again.
// N4. Restate must not begin a second call beside one that only takes long: both of its timeouts are longer than any call.
import { randomUUID } from 'node:crypto';
import * as restate from '@restatedev/restate-sdk';
import {
  callNode,
  sendEmitted,
  type EmitOrder,
  type Happened,
  type NodeOrder,
  type TurnHost,
} from '@skein/engine';
import { isObject, type Json } from '@skein/kernel';
import { send } from './carry-out.ts';
import type { ClaimedCall, RecordedCall } from './claims.ts';
import { fitting } from './fitting.ts';
import type { Ingress } from './ingress.ts';
import type { Names } from './names.ts';
import { patience } from './patience.ts';

export interface NodeServiceOptions {
  readonly host: TurnHost;
  readonly ingress: Ingress;
  readonly names: Names;
  readonly pool: string;
  readonly executionMaxMs: number;
  readonly resultMaxBytes: number;
}

export function nodeService(options: NodeServiceOptions) {
  const { host, names, pool, executionMaxMs } = options;
  const emit = async (context: restate.Context, order: EmitOrder): Promise<void> => {
    const message = await context.run('emit', () => sendEmitted(host.runtime, order));
    send(context, names, { run: order.run, message });
  };
  const limits = { inactivityTimeout: executionMaxMs, abortTimeout: executionMaxMs };
  return restate.service({
    name: names.nodeService(pool),
    options: { ...patience, ingressPrivate: true },
    handlers: {
      execute: restate.handlers.handler(limits, (context: restate.Context, order: NodeOrder) =>
        execute(options, context, order),
      ),
      emit,
    },
  });
}

async function execute(
  { host, ingress, names, executionMaxMs, resultMaxBytes }: NodeServiceOptions,
  context: restate.Context,
  order: NodeOrder,
): Promise<void> {
  const controller = new AbortController();
  const { attemptCompletedSignal } = context.request();
  attemptCompletedSignal.addEventListener('abort', () => controller.abort());
  const tooLong = setTimeout(() => controller.abort(), executionMaxMs);
  const token = randomUUID();
  const link = {
    signal: controller.signal,
    record: (happened: Happened) =>
      isTaken(ingress, order.run, 'record', {
        token,
        happened: fitting(happened, resultMaxBytes),
      }),
  };
  try {
    let isFirst = false;
    await context.run('begin', () => {
      isFirst = true;
    });
    const end = await context.run('call', async () => {
      const isWanted = isFirst || (await isTaken(ingress, order.run, 'claim', { token, order }));
      const ended = isWanted ? await callNode(host.runtime, order, link) : null;
      return ended === null ? null : fitting(ended, resultMaxBytes);
    });
    if (end !== null) send(context, names, { run: order.run, message: end });
  } catch (error) {
    // Cancelled: the function hears of it, and its run does not wait for it.
    controller.abort();
    throw error;
  } finally {
    clearTimeout(tooLong);
  }
}

/** Whether the run has taken it; false when it does not want it any more. */
async function isTaken(
  ingress: Ingress,
  run: string,
  handler: 'record' | 'claim',
  body: RecordedCall | ClaimedCall,
): Promise<boolean> {
  // Messages are JSON; their interfaces only have no index signature to say so.
  const reply = await ingress.call(run, handler, body as unknown as Json);
  return !(isObject(reply) && reply['late'] === true);
}
