import { route } from './route.ts';
import { id, pageOf, time } from '../schemas/json.ts';
import { z } from '../schemas/zod.ts';

const tag = 'shares';
const owner = { id: 'workflow' } as const;

/** As `frame-ancestors` of a content security policy takes them. */
const frame = z
  .string()
  .max(300)
  .regex(/^https?:\/\/[A-Za-z0-9.*-]+(?::\d{1,5})?$/)
  .meta({ description: 'Scheme and host, such as `https://www.example.com`.' });

const kind = z.enum(['form', 'chat']).meta({
  description: 'A form with the fields of its input, or a chat in which every message is a run.',
});

const audience = z.enum(['anyone', 'users']).meta({
  description:
    'Whoever has the address, or of those only users of this server who have signed in to it in their browser.',
});

const shareBody = {
  kind: kind.optional(),
  audience: audience.optional().meta({ description: 'Default: anyone.' }),
  title: z.string().min(1).max(200).optional().meta({ description: 'Default: the name.' }),
  intro: z.string().max(2000).optional(),
  theme: z.enum(['system', 'light', 'dark']).optional(),
  frames: z.array(frame).max(20).optional().meta({
    description: 'Pages that may embed it; default: none.',
  }),
  expiresAt: time.optional(),
};

const shareItem = z
  .object({
    id: z.string(),
    workflow: z.string(),
    kind,
    audience,
    url: z.string().meta({ description: 'Whoever has it may start runs, as you.' }),
    title: z.string().nullable(),
    intro: z.string().nullable(),
    theme: z.enum(['system', 'light', 'dark']),
    frames: z.array(z.string()),
    expiresAt: time.nullable(),
    createdAt: time,
  })
  .meta({ id: 'Share' });

const example = {
  id: 'k3J…',
  workflow: 'greeting',
  kind: 'form',
  audience: 'anyone',
  url: 'https://skein.example.com/share/k3J…',
  title: 'Ask us',
  intro: null,
  theme: 'system',
  frames: ['https://www.example.com'],
  expiresAt: null,
  createdAt: '2026-01-05T09:00:00.000Z',
} as const;

/** Pages on which people start a workflow: without a key, unless only users may. */
export const shareRoutes = {
  listShares: route({
    method: 'get',
    path: '/workflows/{id}/shares',
    owner,
    tag,
    summary: 'Lists the shared pages of a workflow.',
    scope: 'write',
    params: z.object({ id }),
    statuses: [200],
    answer: pageOf(shareItem),
    example: { answer: { items: [example], nextCursor: null } },
  }),
  createShare: route({
    method: 'post',
    path: '/workflows/{id}/shares',
    owner,
    tag,
    summary:
      'Shares a form that starts the workflow, or a chat with it, under an address that nobody can guess.',
    details:
      'A form has the fields of the input of the published version. In a chat every message starts a run, with `message`, `messages` and `chat` as far as the input has them, or answers what the last one asks its visitor; visitors approve nothing. Its runs are yours, with what you may do; how often it starts one is limited. No page is shared until you do this, and one that is deleted is gone at once.',
    scope: 'write',
    params: z.object({ id }),
    body: z.strictObject(shareBody),
    statuses: [201],
    answer: shareItem,
    example: { body: { title: 'Ask us' }, answer: example },
  }),
  deleteShare: route({
    method: 'delete',
    path: '/workflows/{id}/shares/{share}',
    owner: { id: 'workflow', share: 'workflow' },
    tag,
    summary: 'Stops sharing: the address is gone.',
    scope: 'write',
    params: z.object({ id, share: z.string().min(1).max(100) }),
    statuses: [204],
    answer: null,
  }),
};
