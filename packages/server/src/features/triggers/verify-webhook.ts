// Signatures of webhooks
// As in Standard Webhooks: HMAC-SHA256 over `id.timestamp.body` with the bytes of the secret, in base64, after `v1,`. There may
// be several signatures while a secret is rotated.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { EngineError } from '@skein/ports';

export interface Delivery {
  readonly id: string | undefined;
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
  /** As it came: a text that was decoded is not always what was signed. */
  readonly body: string | Uint8Array;
}

const toleranceMs = 5 * 60 * 1000;
export const secretPrefix = 'whsec_';

/** Returns the id of the message; throws SIGNATURE_INVALID. */
export function verifyWebhook(
  { id, timestamp, signature, body }: Delivery,
  secret: string,
  now: number,
): string {
  if (id === undefined || timestamp === undefined || signature === undefined) {
    throw refused('webhook-id, webhook-timestamp or webhook-signature is missing.');
  }
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN;
  if (!(Math.abs(now - sentAt) <= toleranceMs)) {
    throw refused('its timestamp is more than five minutes off.');
  }
  const wanted = signWebhook({ id, timestamp, body }, secret);
  const isSigned = signature.split(' ').some((given) => isEqual(given, wanted));
  if (!isSigned) throw refused('its signature was made with another secret or for another body.');
  return id;
}

export function signWebhook(
  {
    id,
    timestamp,
    body,
  }: { readonly id: string; readonly timestamp: string; readonly body: string | Uint8Array },
  secret: string,
): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}

function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function refused(reason: string): EngineError {
  return new EngineError('SIGNATURE_INVALID', { reason });
}
