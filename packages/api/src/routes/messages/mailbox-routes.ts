import { route } from '../route.ts';
import { pageOf, time } from '../../schemas/json.ts';
import { z } from '../../schemas/zod.ts';

const tag = 'mailboxes';

const params = z.object({
  name: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .meta({ description: 'Letters, digits, `_` and `-`. Runs get it as `mailbox`.' }),
});

const settings = z.strictObject({
  host: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]{1,255}$/)
    .meta({ description: 'The mail server, which speaks IMAP.' }),
  port: z
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .meta({ description: 'Default 993; 143 without implicit TLS.' }),
  tls: z
    .union([z.boolean(), z.literal('starttls')])
    .optional()
    .meta({
      description:
        'From the first byte (default), after STARTTLS, or, on the machine of the server only, not at all.',
    }),
  user: z.string().min(1).max(320).meta({ description: 'The account.' }),
  mailbox: z.string().min(1).max(255).optional().meta({ description: 'Default `INBOX`.' }),
  owner: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'The user whose triggers its mails set off; default `local`.' }),
  pollSeconds: z
    .number()
    .int()
    .min(1)
    .max(86_400)
    .optional()
    .meta({ description: 'How often it is looked into where the mail server announces nothing.' }),
});

const password = z
  .string()
  .min(1)
  .max(1000)
  .optional()
  .meta({ description: 'Absent: it stays, as long as host and account do.' });

const mailbox = settings
  .extend({
    name: z.string(),
    source: z
      .enum(['configuration', 'server'])
      .meta({ description: 'Those of the configuration can be changed there only.' }),
    updatedAt: time.nullable(),
  })
  .meta({ id: 'Mailbox' });

const example = {
  name: 'support',
  host: 'imap.example.org',
  user: 'support@example.org',
  source: 'server' as const,
  updatedAt: '2026-01-05T09:00:00.000Z',
};

/** Mailboxes whose mails start runs. They belong to the operator of the server. */
export const mailboxRoutes = {
  listMailboxes: route({
    method: 'get',
    path: '/mailboxes',
    tag,
    summary: 'Lists the mailboxes that are read: of the configuration, and those set up here.',
    scope: 'admin',
    isForOperator: true,
    statuses: [200],
    answer: pageOf(mailbox),
    example: { answer: { items: [example], nextCursor: null } },
  }),
  putMailbox: route({
    method: 'put',
    path: '/mailboxes/{name}',
    owner: { name: 'server' },
    tag,
    summary: 'Sets up or changes a mailbox whose mails start runs.',
    details:
      'It is read at once. The password is encrypted, and never returned. Private addresses are refused unless `http.allow` of the configuration names them. A name of the configuration is 409.',
    scope: 'admin',
    isForOperator: true,
    params,
    body: settings.extend({ password }),
    statuses: [200, 201],
    answer: mailbox,
    problems: [409],
    example: {
      body: { host: 'imap.example.org', user: 'support@example.org', password: 'secret' },
      answer: example,
    },
  }),
  deleteMailbox: route({
    method: 'delete',
    path: '/mailboxes/{name}',
    owner: { name: 'server' },
    tag,
    summary: 'Stops reading a mailbox that was set up here.',
    details: 'How far it was read is kept: set up again, it continues there.',
    scope: 'admin',
    isForOperator: true,
    params,
    statuses: [204],
    answer: null,
    problems: [409],
  }),
  testMailbox: route({
    method: 'post',
    path: '/mailboxes/{name}/test',
    owner: { name: 'server' },
    tag,
    summary: 'Signs in to a mailbox now, and says whether it can be read.',
    scope: 'admin',
    isForOperator: true,
    params,
    statuses: [200],
    answer: z
      .object({
        isReadable: z.boolean(),
        error: z.string().nullable().meta({ description: 'Why it cannot be read.' }),
        tookMs: z.number(),
      })
      .meta({ id: 'MailboxTest' }),
    example: { answer: { isReadable: true, error: null, tookMs: 84 } },
  }),
};
