import { route } from '../route.ts';
import { id, json, pageOf, pageQuery, time } from '../../schemas/json.ts';
import { z } from '../../schemas/zod.ts';

const tag = 'outbox';
const statuses = ['pending', 'delivered', 'dropped', 'dead'] as const;

export const outboxItem = z
  .object({
    id: z.string().meta({ description: 'The `webhook-id` and the id of the event.' }),
    kind: z.string().meta({ examples: ['wait.opened'] }),
    recipient: z.string().meta({ examples: ['webhook:ops'] }),
    run: z.string(),
    wait: z.string().nullable(),
    status: z.enum(statuses),
    attempts: z.number(),
    error: z.string().nullable().meta({ description: 'Why the last try failed.' }),
    destination: z
      .string()
      .nullable()
      .meta({ description: 'Where it was last tried; null: nowhere yet.' }),
    dueAt: time.nullable().meta({ description: 'When it is tried next.' }),
    createdAt: time,
    updatedAt: time,
    data: json,
  })
  .meta({ id: 'OutboxMessage' });

export const outboxRoutes = {
  listOutbox: route({
    method: 'get',
    path: '/outbox',
    tag,
    summary: 'Lists the messages about your runs to webhooks and mailboxes, newest first.',
    scope: 'read',
    query: z.object({ status: z.enum(statuses).optional(), run: id.optional(), ...pageQuery }),
    statuses: [200],
    answer: pageOf(outboxItem),
  }),
  replayMessage: route({
    method: 'post',
    path: '/outbox/{id}/replay',
    owner: { id: 'message' },
    tag,
    summary: 'Sends a message again, under the same id.',
    details: 'For those that are dead, delivered or dropped; one that is still pending is 409.',
    scope: 'write',
    params: z.object({ id }),
    statuses: [200],
    answer: outboxItem,
    problems: [409],
  }),
};
