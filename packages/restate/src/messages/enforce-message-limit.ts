// The message limit
// Restate rejects messages over 32 MiB, and would retry one for ever. So an oversized result fails its producer before it is sent.
import { Buffer } from 'node:buffer';
import type { Happened, Order } from '@skein/engine';
import type { ChildWait, Failure } from '@skein/kernel';

/** What a call reports to its run: unchanged, or that its attempt has failed. */
export function enforceMessageLimit(happened: Happened, bytesMax: number): Happened {
  const { event, attempt = 1 } = happened;
  const bytes = bytesOf(happened);
  if (bytes <= bytesMax || !('node' in event) || event.node === undefined) return happened;
  const { node, activation = 1 } = event;
  const failure = tooLarge('The result', bytes, bytesMax);
  const usage = 'usage' in event && event.usage !== undefined ? { usage: event.usage } : {};
  const failed = { type: 'attempt.failed', node, activation, attempt, failure, ...usage } as const;
  return { type: 'happened', event: failed, attempt };
}

/**
 * Everything that a handled message sends, together: a child whose input or output is too large, or an event that is, has failed. A child's
 * questions that are too large for its parent are shown there without their text: they are asked, and answered, in the child.
 */
export function limitOrders(orders: readonly Order[], bytesMax: number): readonly Order[] {
  let left = bytesMax;
  return orders.map((order) => {
    if (order.do !== 'child' && order.do !== 'tell' && order.do !== 'emit') return order;
    const bytes = bytesOf(order);
    left -= bytes;
    if (left >= 0) return order;
    left += bytes;
    return failing(order, bytes, bytesMax);
  });
}

type ValueOrder = Extract<Order, { readonly do: 'child' | 'tell' | 'emit' }>;

function failing(order: ValueOrder, bytes: number, bytesMax: number): Order {
  if (order.do === 'emit') {
    const { node, activation, attempt } = order;
    const failure = tooLarge('The event', bytes, bytesMax);
    return toItself({ type: 'attempt.failed', node, activation, attempt, failure });
  }
  const { message } = order;
  if (message.type === 'start-child') {
    const failure = tooLarge('The input of a child', bytes, bytesMax);
    return toItself({ type: 'child.finished', ...message.child.place, status: 'failed', failure });
  }
  if (message.type !== 'happened') return order;
  const { event } = message;
  if (event.type === 'child.waiting')
    return {
      ...order,
      message: { ...message, event: { ...event, waits: event.waits.map(brief) } },
    };
  if (event.type !== 'child.finished') return order;
  const { output: _, ...rest } = event;
  const failure = tooLarge('The output of a child', bytes, bytesMax);
  // The child itself has completed: news with its id would be taken for outdated.
  const { child: __, ...anonymous } = message;
  return { ...order, message: { ...anonymous, event: { ...rest, status: 'failed', failure } } };
}

function brief(wait: ChildWait): ChildWait {
  const { prompt: _, data: __, schema: ___, ...question } = wait.question;
  const prompt = 'The question is too large to be shown here. Look at the run that asks it.';
  return { ...wait, question: { ...question, prompt } };
}

function toItself(event: Happened['event']): Order {
  return { do: 'continue', message: { type: 'happened', event } };
}

function bytesOf(message: Happened | Order): number {
  return Buffer.byteLength(JSON.stringify(message));
}

function tooLarge(what: string, bytes: number, bytesMax: number): Failure {
  const message = `${what} has ${bytes} bytes; at most ${bytesMax} can be sent. Keep it elsewhere and give back where it is.`;
  return { code: 'TOO_LARGE', message, retry: 'never' };
}
