import { secretPrefix, signWebhook } from '../triggers/verify-webhook.ts';
import { Undeliverable, type Post, type WebhookDestination } from './destinations.ts';
import { webhookBody } from './webhook-body.ts';
import type { SentMessage } from './sent-message.ts';

const timeoutMs = 15_000;

export interface SendWebhook {
  readonly destination: WebhookDestination;
  readonly post: Post;
  readonly link: string | null;
  readonly source: string;
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Throws why it was not taken. The id is the same at every try, so that a receiver can drop repetitions. */
export async function sendWebhook(
  record: SentMessage,
  { destination, post, link, source, now, signal }: SendWebhook,
): Promise<void> {
  const { url, format = 'cloudevents', secret, signingSecret } = destination;
  const hasButtons = signingSecret !== undefined;
  const { type, body } = webhookBody(record, { format, link, source, hasButtons });
  const { id } = record;
  const timestamp = String(Math.floor(now / 1000));
  const key = await secret?.();
  if (key !== undefined && !key.startsWith(secretPrefix)) {
    throw new Undeliverable(`Its secret must begin with "${secretPrefix}".`);
  }
  const signature = key === undefined ? undefined : signWebhook({ id, timestamp, body }, key);
  const headers = { 'content-type': type, 'webhook-id': id, 'webhook-timestamp': timestamp };
  const { status } = await post({
    url,
    headers: signature === undefined ? headers : { ...headers, 'webhook-signature': signature },
    body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  if (status === 410) throw new Undeliverable('The receiver answered 410: it wants no more.');
  if (status < 200 || status > 299) throw new Error(refusalWords(status));
}

/** What those who look after the receiver, or its address, can do about it. */
const reasons: Readonly<Record<number, string>> = {
  400: 'it does not understand the message. Check the format',
  401: 'it wants an account or a key. Check the address, which may hold one',
  403: 'it does not allow this. Check the address, which may hold a key',
  404: 'there is nothing at this address. Check the address',
  405: 'nothing takes messages at this address. Check the address',
  413: 'the message is too large for it',
  429: 'it gets too many messages',
};

function refusalWords(status: number): string {
  const reason = status >= 500 ? 'it has a fault of its own' : reasons[status];
  return `The receiver answered ${status}${reason === undefined ? '' : `: ${reason}`}.`;
}
