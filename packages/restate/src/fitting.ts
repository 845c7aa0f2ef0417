import { Buffer } from 'node:buffer';
import type { Happened } from '@skein/engine';

/**
 * The message as it is, or that its attempt has failed because it is too large: Restate refuses messages over 32 MiB, and would
 * try one for ever.
 */
export function fitting(happened: Happened, bytesMax: number): Happened {
  const { event, attempt = 1 } = happened;
  const bytes = Buffer.byteLength(JSON.stringify(happened));
  if (bytes <= bytesMax || !('node' in event) || event.node === undefined) return happened;
  const { node, activation = 1 } = event;
  const message = `The result has ${bytes} bytes; at most ${bytesMax} can be sent. Keep it elsewhere and give back where it is.`;
  const failure = { code: 'TOO_LARGE', message, retry: 'never' } as const;
  const usage = 'usage' in event && event.usage !== undefined ? { usage: event.usage } : {};
  const failed = { type: 'attempt.failed', node, activation, attempt, failure, ...usage } as const;
  return { type: 'happened', event: failed, attempt };
}
