import { route } from './route.ts';
import { time } from '../schemas/json.ts';
import { z } from '../schemas/zod.ts';

const tag = 'runs';
const days = z
  .number()
  .int()
  .min(1)
  .max(36_500)
  .nullable()
  .meta({ description: 'How long runs are kept after they have ended; null: for ever.' });

const retention = z
  .object({
    days,
    deletedAt: time.nullable().meta({ description: 'When runs were last deleted because of it.' }),
    deleted: z
      .number()
      .meta({ description: 'How many runs with everything below them that were.' }),
  })
  .meta({ id: 'Retention' });

const example = { days: 90, deletedAt: '2026-01-05T09:00:00.000Z', deleted: 12 } as const;

/** How long the server keeps runs. A setting of the whole server, so of its operator. */
export const retentionRoutes = {
  getRetention: route({
    method: 'get',
    path: '/retention',
    tag,
    summary: 'Says how long runs are kept.',
    scope: 'admin',
    isForOperator: true,
    statuses: [200],
    answer: retention,
    example: { answer: example },
  }),
  putRetention: route({
    method: 'put',
    path: '/retention',
    tag,
    summary: 'Sets how long runs are kept after they have ended, of all users.',
    details:
      'Within an hour, and then every hour, one of the servers deletes the runs that ended longer ago, with everything below them: journals, outputs, files. That cannot be undone. Runs that have not ended stay, however old they are.',
    scope: 'admin',
    isForOperator: true,
    body: z.strictObject({ days }),
    statuses: [200],
    answer: retention,
    example: { body: { days: 90 }, answer: example },
  }),
};
