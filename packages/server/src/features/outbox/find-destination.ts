import {
  configuredMail,
  readRecipient,
  Undeliverable,
  type FoundDestination,
  type OutboxOptions,
  type PushDestination,
  type Resolve,
} from './destinations.ts';

/** How recipients begin who follow tasks. */
export const taskPrefix = 'a2a:';

/** `elsewhere`: another server delivers it. Throws when nobody can. */
export async function findDestination(
  options: OutboxOptions,
  recipient: string,
): Promise<FoundDestination | PushDestination | 'elsewhere'> {
  const { webhooks, smtp, stored, pushes } = options;
  if (recipient.startsWith(taskPrefix)) return pushes?.find(recipient) ?? 'elsewhere';
  const read = readRecipient(recipient);
  if (read === null)
    throw unreachable(recipient, 'a recipient is "mail:ADDRESS" or "webhook:NAME".');
  const { channel, to } = read;
  const webhook = channel === 'webhook' ? webhooks.get(to) : undefined;
  if (webhook !== undefined) return { kind: 'webhook', name: to, webhook };
  if (channel === 'mail' && smtp !== undefined) return { kind: 'mail', name: configuredMail, smtp };
  const found = await stored?.find(recipient);
  if (found !== undefined) return found === 'elsewhere' ? found : guarded(found, options);
  const isMail = channel === 'mail';
  throw unreachable(
    recipient,
    isMail
      ? 'no mail server is set up that may send to it.'
      : `there is no webhook "${to.slice(0, 100)}".`,
  );
}

function unreachable(recipient: string, why: string): Undeliverable {
  return new Undeliverable(`"${recipient.slice(0, 200)}" cannot be reached: ${why}`);
}

/** Mails of stored destinations go where the guard lets them. */
export function guarded(
  found: FoundDestination,
  { resolve = nowhere }: Pick<OutboxOptions, 'resolve'>,
): FoundDestination {
  return found.kind === 'mail' ? { ...found, resolve } : found;
}

const nowhere: Resolve = async () => {
  throw new Undeliverable('This server sends no mails for destinations that are set up here.');
};
