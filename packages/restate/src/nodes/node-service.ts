// The service that calls nodes
// One for each pool of workers. A call is a one-way send. It reports its end to the run, and if that starts another call of
// the same pool, continues with that one: a chain of functions is one invocation, and each of its activations one message.
//
// N1. The whole call is inside one `ctx.run`: functions may do anything in any order, and a cancel reaches their signal.
// N2. What a function records is sent to its run at once. A call that is repeated, because its worker died, reads it from there.
// N3. A restarted call tells its run first, and so queues after everything that the earlier attempt still has in flight: what
//     was recorded is then in the journal, and later messages of that attempt are fenced. So no recorded effect is executed again.
//     An attempt that has made the call before is the first to make the next one.
// N4. Restate must not start a second call next to one that merely takes long: both of its timeouts are longer than any call, which
//     ends by a limit of its own.
// N5. A large result is sent to the run like a recorded step. As the result of a reported `ctx.run`, Restate would store it three times.
import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import * as restate from '@restatedev/restate-sdk';
import {
  callNode,
  sendEmitted,
  type EmitOrder,
  type Happened,
  type MessageHost,
} from '@skein/engine';
import { isObject, type Json, type RunId } from '@skein/kernel';
import { callBudget } from './call-budget.ts';
import { callMaxMs, type CallMessage } from '../messages/call-limits.ts';
import type { ClaimedCall, RecordedCall } from '../flow/claims.ts';
import { enforceMessageLimit } from '../messages/enforce-message-limit.ts';
import type { Report } from '../flow/flow-object.ts';
import type { Ingress } from '../clients/ingress.ts';
import type { Names } from '../messages/names.ts';
import { handlerOptions } from '../messages/handler-options.ts';
import { recordStep } from './record-step.ts';
import { json, send } from '../messages/send.ts';

export interface NodeServiceOptions {
  readonly host: MessageHost;
  readonly ingress: Ingress;
  readonly names: Names;
  readonly pool: string;
  readonly resultMaxBytes: number;
  /** The time limit of a call whose message has none. */
  readonly executionMaxMs: number;
  /** Whether it must not continue with other calls: its worker is shutting down. */
  readonly isLeaving: () => boolean;
}

/** The journal of an invocation is sent again when it is replayed: this keeps it short. */
const callsMax = 20;
/** Larger results are not also stored in the journal of the invocation. */
const reportMaxBytes = 64 * 1024;

export function nodeService(options: NodeServiceOptions) {
  const { host, names, pool } = options;
  const emit = async (context: restate.Context, order: EmitOrder): Promise<void> => {
    const message = await context.run('emit', () => sendEmitted(host.runtime, order));
    send(context, names, { run: order.run, message });
  };
  const limits = { inactivityTimeout: callMaxMs, abortTimeout: callMaxMs };
  return restate.service({
    name: names.nodeService(pool),
    options: { ...handlerOptions, ingressPrivate: true },
    handlers: {
      execute: restate.handlers.handler(limits, (context: restate.Context, order: CallMessage) =>
        execute(options, context, order),
      ),
      emit,
    },
  });
}

async function execute(
  options: NodeServiceOptions,
  context: restate.Context,
  first: CallMessage,
): Promise<void> {
  const { names, pool } = options;
  let isFirst = false;
  await context.run('begin', () => {
    isFirst = true;
  });
  let order: CallMessage | null = first;
  for (let calls = 1; order !== null; calls++) {
    let isHere = false;
    const called = order;
    const { limitMs = options.executionMaxMs } = called;
    const ended = await cancellable(context, limitMs, (signal) => {
      isHere = true;
      return callOnce(options, called, { isFirst, signal });
    });
    if (ended.end === null) return;
    const { run } = order;
    if (ended.isLast || calls === callsMax) {
      send(context, names, { run, message: ended.end });
      return;
    }
    const lane = { invocation: context.request().id, pool };
    order = await report(context, names, run, { happened: ended.end, lane });
    isFirst = isHere;
  }
}

interface Ended {
  readonly end: Happened | null;
  /** This invocation shall do nothing else. */
  readonly isLast: boolean;
}

/** Calls a function with a signal that aborts when the invocation is cancelled, or takes too long. */
async function cancellable(
  context: restate.Context,
  limitMs: number,
  call: (signal: AbortSignal) => Promise<Ended>,
): Promise<Ended> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const { attemptCompletedSignal } = context.request();
  attemptCompletedSignal.addEventListener('abort', abort);
  const tooLong = setTimeout(abort, limitMs);
  try {
    return await context.run('call', () => call(controller.signal));
  } catch (error) {
    // Cancelled: the function is told, and its run does not wait for it.
    abort();
    throw error;
  } finally {
    clearTimeout(tooLong);
    attemptCompletedSignal.removeEventListener('abort', abort);
  }
}

async function callOnce(
  { host, ingress, pool, resultMaxBytes, isLeaving }: NodeServiceOptions,
  order: CallMessage,
  { isFirst, signal }: { readonly isFirst: boolean; readonly signal: AbortSignal },
): Promise<Ended> {
  const token = randomUUID();
  const record = async (recorded: Happened) => {
    const happened = enforceMessageLimit(recorded, resultMaxBytes);
    const send = () => isTaken(ingress, order.run, 'record', { token, happened });
    const isWanted = await recordStep(send);
    // An oversized record has failed its attempt: the function must not continue.
    return isWanted && happened === recorded;
  };
  const claimed = { token, order, pool };
  const isWanted = isFirst || (await isTaken(ingress, order.run, 'claim', claimed));
  const budget = callBudget(ingress, order, token);
  // Not awaited: whoever begins the call again must not wait for it. Messages are JSON.
  const survive = () =>
    void ingress.call(order.run, 'survived', claimed as unknown as Json).catch(() => {});
  // It is begun again elsewhere, perhaps because this worker is closed.
  signal.addEventListener('abort', survive, { once: true });
  let end: Happened | null = null;
  try {
    if (isWanted) end = await callNode(host, order, { isFirst, signal, record, budget });
  } catch (error) {
    survive();
    throw error;
  } finally {
    signal.removeEventListener('abort', survive);
  }
  const bytesMax = Math.min(reportMaxBytes, resultMaxBytes);
  if (end === null || Buffer.byteLength(JSON.stringify(end)) <= bytesMax) {
    return { end, isLast: isLeaving() };
  }
  await record(end);
  return { end: null, isLast: true };
}

/** Tells the run, and returns what to continue with. */
function report(
  context: restate.Context,
  { flow }: Names,
  run: RunId,
  parameter: Report,
): Promise<CallMessage | null> {
  return context.genericCall<Report, CallMessage | null>({
    service: flow,
    method: 'report',
    key: run,
    parameter,
    inputSerde: json as restate.Serde<Report>,
    outputSerde: json as restate.Serde<CallMessage | null>,
  });
}

/** Whether the run has accepted it; false when it no longer wants it. */
async function isTaken(
  ingress: Ingress,
  run: RunId,
  handler: 'record' | 'claim',
  body: RecordedCall | ClaimedCall,
): Promise<boolean> {
  // Messages are JSON; their interfaces merely lack an index signature that says so.
  const reply = await ingress.call(run, handler, body as unknown as Json);
  return !(isObject(reply) && reply['late'] === true);
}
