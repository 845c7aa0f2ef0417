import type { AnswerOf } from '@skein/api';
import { withoutUndefined } from '@skein/ports';
import { configuredMail, type OutboxOptions } from './destinations.ts';

/** Those of the configuration, as an operator sees them. */
export function configuredDestinations(
  outbox: OutboxOptions | undefined,
): readonly AnswerOf<'putDestination'>[] {
  if (outbox === undefined) return [];
  const { webhooks, smtp } = outbox;
  const about = { source: 'configuration', createdAt: null, updatedAt: null } as const;
  const hooks = [...webhooks].map(([name, { url, format, events, secret }]) => ({
    kind: 'webhook' as const,
    name,
    url,
    ...withoutUndefined({ format, events: events && [...events] }),
    secret: secret === undefined ? ('none' as const) : ('set' as const),
    ...about,
  }));
  if (smtp === undefined) return hooks;
  const { host, from, recipients, password, port, tls, user } = smtp;
  const mail = {
    kind: 'mail' as const,
    name: configuredMail,
    host,
    from,
    recipients: [...recipients],
    ...withoutUndefined({ port, tls, user }),
    secret: password === undefined ? ('none' as const) : ('set' as const),
    ...about,
  };
  return [...hooks, mail];
}
