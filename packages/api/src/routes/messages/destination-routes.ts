import { route } from '../route.ts';
import { pageOf, pageQuery, time } from '../../schemas/json.ts';
import { z } from '../../schemas/zod.ts';
import { outboxItem } from './outbox-routes.ts';

const tag = 'destinations';

const destinationName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .meta({
    description: 'Letters, digits, `_` and `-`. Workflows name a webhook as `webhook:NAME`.',
  });
const params = z.object({ name: destinationName });

const events = [
  'wait.opened',
  'wait.closed',
  'run.finished',
  'run.failed',
  'event.emitted',
  '*',
] as const;

const webhook = z.strictObject({
  kind: z.literal('webhook'),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .meta({ description: 'Where messages are posted.' }),
  format: z
    .enum(['cloudevents', 'slack', 'teams'])
    .optional()
    .meta({ description: 'Default `cloudevents`; the others are a text with the link.' }),
  events: z
    .array(z.enum(events))
    .max(events.length)
    .optional()
    .meta({ description: 'What it hears of by itself, of all users; default: nothing.' }),
  secret: z
    .string()
    .regex(/^(?:whsec_[A-Za-z0-9+/]{32,88}={0,2}|[0-9a-f]{32})$/)
    .nullable()
    .optional()
    .meta({
      description:
        'Signs messages as Standard Webhooks do: `whsec_` and base64 of 24 to 64 bytes. Of `slack`: the signing secret of the app, 32 hexadecimal digits; then messages have buttons. Null: unsigned; absent: it stays.',
    }),
});

const address = z
  .string()
  .min(3)
  .max(320)
  .meta({ examples: ['ana@example.org'] });

const mail = z.strictObject({
  kind: z.literal('mail'),
  host: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]{1,255}$/)
    .meta({ description: 'The mail server.' }),
  port: z.number().int().min(1).max(65_535).optional(),
  tls: z
    .union([z.boolean(), z.literal('starttls')])
    .optional()
    .meta({
      description:
        'From the first byte (default), after STARTTLS, or, on the machine of the server only, not at all.',
    }),
  from: address.meta({ description: 'The sender of every mail.' }),
  user: z.string().min(1).max(320).optional(),
  recipients: z
    .array(z.string().min(1).max(320))
    .min(1)
    .max(200)
    .meta({ description: 'Who may get mails: addresses, `*@example.org`, or `*` for everybody.' }),
  secret: z
    .string()
    .min(1)
    .max(1000)
    .nullable()
    .optional()
    .meta({ description: 'The password of `user`. Null: none; absent: it stays.' }),
});

const about = {
  name: z.string(),
  source: z
    .enum(['configuration', 'server'])
    .meta({ description: 'Those of the configuration can be changed there only.' }),
  secret: z.enum(['none', 'set', 'lost']).meta({
    description: 'Never its value. `lost`: sealed with a key that this server does not have.',
  }),
  createdAt: time.nullable(),
  updatedAt: time.nullable(),
};

const destination = z
  .discriminatedUnion('kind', [
    webhook
      .omit({ secret: true, events: true })
      .extend({ events: z.array(z.string()).optional(), ...about }),
    mail.omit({ secret: true }).extend(about),
  ])
  .meta({ id: 'Destination' });

const example = {
  name: 'ops',
  kind: 'webhook' as const,
  url: 'https://ops.example.org/skein',
  events: ['run.failed'],
  source: 'server' as const,
  secret: 'set' as const,
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-05T09:00:00.000Z',
};

/** A message without what it says. */
const delivery = outboxItem
  .omit({ data: true })
  .extend({ user: z.string().meta({ description: 'Whose run it is about.' }) })
  .meta({ id: 'Delivery' });

/** Where messages go. They belong to the operator of the server. */
export const destinationRoutes = {
  listDestinations: route({
    method: 'get',
    path: '/destinations',
    tag,
    summary: 'Lists where messages go: of the configuration, and those set up here.',
    scope: 'admin',
    isForOperator: true,
    statuses: [200],
    answer: pageOf(destination),
    example: { answer: { items: [example], nextCursor: null } },
  }),
  putDestination: route({
    method: 'put',
    path: '/destinations/{name}',
    owner: { name: 'server' },
    tag,
    summary: 'Sets up or changes a webhook or a mail server that messages go to.',
    details:
      'The secret is encrypted, and never returned; on another host it has to be given again. Private addresses are refused unless `http.allow` of the configuration names them. A name of the configuration is 409.',
    scope: 'admin',
    isForOperator: true,
    params,
    body: z.discriminatedUnion('kind', [webhook, mail]),
    statuses: [200, 201],
    answer: destination,
    problems: [409],
    example: {
      body: { kind: 'webhook', url: 'https://ops.example.org/skein', events: ['run.failed'] },
      answer: example,
    },
  }),
  deleteDestination: route({
    method: 'delete',
    path: '/destinations/{name}',
    owner: { name: 'server' },
    tag,
    summary: 'Removes a destination that was set up here.',
    details: 'Messages to it that are still pending die at their next try.',
    scope: 'admin',
    isForOperator: true,
    params,
    statuses: [204],
    answer: null,
    problems: [409],
  }),
  testDestination: route({
    method: 'post',
    path: '/destinations/{name}/test',
    owner: { name: 'server' },
    tag,
    summary: 'Sends a test message now, once, and says what came of it.',
    details:
      'A mail needs `to`, which must be among its recipients. The message has the type `test`.',
    scope: 'admin',
    isForOperator: true,
    params,
    body: z.strictObject({ to: address.optional() }),
    isBodyOptional: true,
    statuses: [200],
    answer: z
      .object({
        isDelivered: z.boolean(),
        error: z.string().nullable().meta({ description: 'Why it was not taken.' }),
        tookMs: z.number(),
      })
      .meta({ id: 'DestinationTest' }),
    example: { body: {}, answer: { isDelivered: true, error: null, tookMs: 84 } },
  }),
  listDeliveries: route({
    method: 'get',
    path: '/destinations/{name}/deliveries',
    owner: { name: 'server' },
    tag,
    summary: 'Lists the messages that were tried at a destination, of all users, newest first.',
    details: 'Without what they say.',
    scope: 'admin',
    isForOperator: true,
    params,
    query: z.object(pageQuery),
    statuses: [200],
    answer: pageOf(delivery),
  }),
  replayDelivery: route({
    method: 'post',
    path: '/destinations/{name}/deliveries/{id}/replay',
    owner: { name: 'server', id: 'server' },
    tag,
    summary:
      'Sends a message of any user again that was tried at a destination, under the same id.',
    scope: 'admin',
    isForOperator: true,
    params: params.extend({ id: z.string().min(1).max(200) }),
    query: z.object({
      user: z.string().max(200).optional().meta({
        description: 'Whose run it is about, as the list says; default: the operator.',
      }),
    }),
    statuses: [200],
    answer: delivery,
    problems: [409],
  }),
};
