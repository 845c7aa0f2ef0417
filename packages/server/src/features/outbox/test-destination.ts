import { EngineError } from '@skein/ports';
import { configuredMail, type FoundDestination, type OutboxOptions } from './destinations.ts';
import { guarded } from './find-destination.ts';
import { sendTo } from './send-to.ts';
import type { StoredDestinations } from './stored-destinations.ts';

export interface TestingServices {
  readonly outbox: OutboxOptions | undefined;
  readonly destinations: StoredDestinations;
  readonly now: number;
  readonly newId: () => string;
  readonly place: () => string;
  readonly closing: AbortSignal;
}

/** Sends one message, once; gives back why it was not taken, and null when it was. */
export async function testDestination(
  services: TestingServices,
  name: string,
  to: string | undefined,
): Promise<string | null> {
  const { outbox, now, newId, place, closing: signal } = services;
  const found = await destinationNamed(services, name);
  if (found === undefined) throw new EngineError('NOT_FOUND', { what: 'destination', id: name });
  if (outbox === undefined) return 'This server delivers no messages.';
  if (found.kind === 'mail' && to === undefined) {
    const complaints = [
      { in: 'body', pointer: '/to', message: 'is needed: the address to send to' },
    ];
    throw new EngineError('REQUEST_INVALID', { complaints });
  }
  const recipient = found.kind === 'mail' ? `mail:${to}` : `webhook:${name}`;
  const message = {
    id: `test-${newId()}`,
    kind: 'test' as const,
    recipient,
    run: name,
    data: { text: 'This is a test. Messages arrive here.' },
    linkUntil: null,
    createdAt: now,
  };
  try {
    await sendTo(found, message, { link: null, source: place(), now, signal, post: outbox.post });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function destinationNamed(
  { outbox, destinations }: TestingServices,
  name: string,
): Promise<FoundDestination | undefined> {
  const webhook = outbox?.webhooks.get(name);
  if (webhook !== undefined) return { kind: 'webhook', name, webhook };
  if (name === configuredMail && outbox?.smtp !== undefined) {
    return { kind: 'mail', name, smtp: outbox.smtp };
  }
  const found = await destinations.named(name);
  return found && guarded(found, outbox ?? {});
}
