import { readRecipient, type FoundDestination, type OutboxOptions } from './destinations.ts';
import { sendMessageMail } from './send-mail.ts';
import { sendWebhook } from './send-webhook.ts';
import type { SentMessage } from './sent-message.ts';

/** Throws why it was not taken. */
export async function sendTo(
  found: FoundDestination,
  message: SentMessage,
  how: {
    readonly link: string | null;
    readonly source: string;
    readonly now: number;
    readonly signal: AbortSignal;
    readonly post: OutboxOptions['post'];
  },
): Promise<void> {
  if (found.kind === 'webhook') {
    await sendWebhook(message, { ...how, destination: found.webhook });
    return;
  }
  const { smtp: destination, resolve } = found;
  const address = readRecipient(message.recipient)?.to ?? '';
  await sendMessageMail(message, address, { destination, link: how.link, resolve });
}
