import { route } from './route.ts';
import { id, json, pageOf, pageQuery, time } from '../schemas/json.ts';
import { idempotencyKey, waitJson } from '../schemas/run-json.ts';
import { z } from '../schemas/zod.ts';

const tag = 'waits';
const params = z.object({ id });
const answered = z.object({ wait: z.string(), run: z.string(), status: z.string() });

export const waitRoutes = {
  listWaits: route({
    method: 'get',
    path: '/waits',
    tag,
    summary:
      'Lists open waits, oldest first: those of own runs, then those that name the user, a group of theirs or a role of the key.',
    scope: 'read',
    query: z.object({ run: id.optional(), node: id.optional(), ...pageQuery }),
    statuses: [200],
    answer: pageOf(waitJson),
  }),
  getWait: route({
    method: 'get',
    path: '/waits/{id}',
    owner: { id: 'wait' },
    tag,
    summary: 'Returns a wait, open or closed.',
    scope: 'read',
    params,
    statuses: [200],
    answer: waitJson,
  }),
  answerWait: route({
    method: 'post',
    path: '/waits/{id}/answer',
    owner: { id: 'wait' },
    tag,
    summary: 'Answers a wait; the body is the answer itself, any JSON.',
    details:
      'Idempotent: the same answer again is fine. A different one is 409, an invalid one is 422. If the wait names people in `who`, an answer of anybody else is 403, and the wait stays open.',
    scope: 'answer',
    params,
    body: json,
    statuses: [200],
    answer: answered,
    problems: [409, 422],
    example: { body: { decision: 'approve' } },
  }),
  linkWait: route({
    method: 'post',
    path: '/waits/{id}/links',
    owner: { id: 'wait' },
    tag,
    summary: 'Makes a link that answers this wait once, without signing in.',
    details:
      'The answer is recorded as given by whom the link is for. Only for waits of own runs; it ends no later than the wait.',
    scope: 'answer',
    params,
    body: z.strictObject({
      for: z
        .string()
        .min(1)
        .max(320)
        .meta({ description: 'Who answers with it: an address or a name.' }),
      expiresAfterMs: z
        .number()
        .int()
        .min(1)
        .max(3_155_760_000_000)
        .optional()
        .meta({ description: 'Default: a week.' }),
    }),
    statuses: [201],
    answer: z.object({ url: z.string(), expiresAt: time }),
    problems: [409],
    example: { body: { for: 'ana@example.org' } },
  }),
  resumeRun: route({
    method: 'post',
    path: '/runs/{id}/resume',
    owner: { id: 'run' },
    tag,
    summary: 'Answers a wait of a run: by its id, by its node, or the oldest one.',
    details: 'By node it is safe to repeat with an Idempotency-Key.',
    scope: 'answer',
    params,
    headers: z.object({ 'idempotency-key': idempotencyKey }),
    body: z.strictObject({
      wait: id.optional(),
      node: id.optional(),
      input: json,
    }),
    statuses: [200],
    answer: answered,
    problems: [409, 422],
    example: { body: { node: 'review', input: { decision: 'approve' } } },
  }),
};
