import { route } from './route.ts';
import { json, pageOf, pageQuery, time } from '../schemas/json.ts';
import { z } from '../schemas/zod.ts';

const tag = 'memory';

/** Keys may contain anything, slashes too, so they are not part of the path. */
const place = {
  scope: z
    .string()
    .min(1)
    .max(200)
    .default('user')
    .meta({ description: '`user`, `workflow:ID`, or a name that workflows share.' }),
  key: z.string().min(1).max(200),
};

const entryJson = z
  .object({
    scope: z.string(),
    key: z.string(),
    value: json,
    revision: z.int().meta({ description: 'Counted up by every write; for `ifRevision`.' }),
    updatedAt: time,
    expiresAt: time.nullable(),
  })
  .meta({ id: 'MemoryEntry' });

const ttlMs = z
  .number()
  .positive()
  .max(3_155_760_000_000)
  .optional()
  .meta({ description: 'Forgotten after so long; without it, it is kept.' });
const writtenJson = z.object({ value: json, revision: z.int() });

/** What the workflows of the caller remember across runs. */
export const memoryRoutes = {
  listMemory: route({
    method: 'get',
    path: '/memory',
    tag,
    summary: 'Lists what your workflows remember, the oldest first.',
    scope: 'read',
    query: z.object({ scope: place.scope.unwrap().optional(), ...pageQuery }),
    statuses: [200],
    answer: pageOf(entryJson),
  }),
  getMemory: route({
    method: 'get',
    path: '/memory/entry',
    tag,
    summary: 'Returns what is remembered under a key.',
    scope: 'read',
    query: z.object(place),
    statuses: [200],
    answer: entryJson,
    problems: [404],
  }),
  putMemory: route({
    method: 'put',
    path: '/memory/entry',
    tag,
    summary: 'Remembers a value, in the place of the one that is there.',
    scope: 'write',
    query: z.object(place),
    body: z.strictObject({
      value: json,
      ttlMs,
      ifRevision: z
        .int()
        .min(0)
        .optional()
        .meta({ description: 'Only if this is still its revision; 0: only if nothing is there.' }),
    }),
    statuses: [200],
    answer: writtenJson,
    problems: [409, 413],
    example: { body: { value: ['order 1'] } },
  }),
  addMemory: route({
    method: 'post',
    path: '/memory/entry',
    tag,
    summary: 'Adds a number to the number, or an item to the list, that is remembered.',
    scope: 'write',
    query: z.object(place),
    body: z.strictObject({ value: json, ttlMs }),
    statuses: [200],
    answer: writtenJson,
    problems: [409, 413],
    example: { body: { value: 1 } },
  }),
  deleteMemory: route({
    method: 'delete',
    path: '/memory/entry',
    tag,
    summary: 'Forgets what is remembered under a key.',
    scope: 'write',
    query: z.object(place),
    statuses: [204],
    answer: null,
    problems: [404],
  }),
};
