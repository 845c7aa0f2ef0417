import type { RunId } from '@skein/kernel';
import type * as restate from '@restatedev/restate-sdk';
import type { Names } from './names.ts';

export const json: restate.Serde<unknown> = {
  contentType: 'application/json',
  serialize: (value) => new TextEncoder().encode(JSON.stringify(value)),
  deserialize: (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as unknown,
};

/** Sends a message to a run, at once or with a delay. */
export function send(
  context: restate.Context,
  { flow }: Names,
  sent: {
    readonly run: RunId;
    readonly handler?: 'tell' | 'look' | 'ask';
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
