import { route, scopes } from './route.ts';
import { exampleKey, exampleNewKey } from '../schemas/examples.ts';
import { id, json, jsonObject, pageOf, pageQuery, time } from '../schemas/json.ts';
import { z } from '../schemas/zod.ts';

const params = z.object({ id });

/** A key without its secret, which is never returned again. */
const keyItem = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    roles: z.array(z.string()),
    createdAt: time,
    expiresAt: time.nullable(),
    revokedAt: time.nullable(),
    lastUsedAt: time.nullable(),
  })
  .meta({ id: 'Key', examples: [exampleKey] });

/** One of any user, as the operator sees it; browsers that signed in have keys of their own. */
const accessItem = keyItem
  .extend({ user: z.string(), kind: z.enum(['key', 'session']) })
  .meta({ id: 'Access', examples: [{ ...exampleKey, user: 'ada', kind: 'key' }] });

const sessionJson = z.object({
  user: z.string(),
  scopes: z.array(z.enum(scopes)),
  groups: z
    .array(z.string())
    .meta({ description: 'Groups of the identity provider: `group:NAME` in `who` of a wait.' }),
  roles: z
    .array(z.string())
    .meta({ description: 'Roles of the key: `role:NAME` in `who` of a wait.' }),
  via: z.enum(['local', 'key', 'session', 'token', 'run']),
  key: z.string().nullable(),
});

const viewItem = z
  .object({ id: z.string(), name: z.string(), filter: jsonObject, createdAt: time })
  .meta({ id: 'View' });

const newKey = {
  name: z.string().min(1).max(200),
  scopes: z.array(z.enum(scopes)).min(1).default(['run']),
  roles: z
    .array(z.string().regex(/^[\w.@-]{1,100}$/))
    .max(50)
    .default([])
    .meta({ description: 'What waits may name in `who` as `role:NAME`.' }),
  expiresInDays: z.number().int().min(1).max(3650).nullable().default(null),
};

export const accountRoutes = {
  listKeys: route({
    method: 'get',
    path: '/keys',
    tag: 'keys',
    summary: "Lists the user's API keys; never their secrets.",
    scope: 'admin',
    query: z.object(pageQuery),
    statuses: [200],
    answer: pageOf(keyItem),
  }),
  createKey: route({
    method: 'post',
    path: '/keys',
    tag: 'keys',
    summary: 'Creates an API key. Its secret is returned once and never shown again.',
    scope: 'admin',
    body: z.strictObject(newKey),
    statuses: [201],
    answer: keyItem.extend({ key: z.string() }).meta({ id: 'NewKey', examples: [exampleNewKey] }),
    example: { body: { name: 'Build server', scopes: ['run'], expiresInDays: 90 } },
  }),
  revokeKey: route({
    method: 'delete',
    path: '/keys/{id}',
    owner: { id: 'key' },
    tag: 'keys',
    summary: 'Revokes a key, with its sessions; streams that they have open end within a second.',
    scope: 'admin',
    params,
    statuses: [204],
    answer: null,
  }),
  listAccess: route({
    method: 'get',
    path: '/server/keys',
    tag: 'keys',
    summary: 'Lists the keys and sessions of all users; never their secrets.',
    scope: 'admin',
    isForOperator: true,
    query: z.object({
      user: z.string().min(1).max(200).optional(),
      kind: z.enum(['key', 'session']).optional(),
      valid: z
        .enum(['true', 'false'])
        .optional()
        .meta({ description: '`true`: only those that are neither revoked nor expired.' }),
      ...pageQuery,
    }),
    statuses: [200],
    answer: pageOf(accessItem),
  }),
  createAccess: route({
    method: 'post',
    path: '/server/keys',
    tag: 'keys',
    summary:
      'Creates an API key for a user, who is there from then on. Its secret is returned once.',
    details:
      'It is in the audit log of the operator and of the user. On an open server the operator needs a key of their own first.',
    scope: 'admin',
    isForOperator: true,
    body: z.strictObject({
      user: z
        .string()
        .regex(/^[\w.@+-]{1,100}$/)
        .meta({ description: 'Letters, digits, `_`, `.`, `@`, `+` and `-`.' }),
      ...newKey,
    }),
    statuses: [201],
    answer: accessItem.extend({ key: z.string() }),
    problems: [403],
    example: { body: { user: 'ada', name: 'Ada’s laptop', scopes: ['write'], roles: ['editor'] } },
  }),
  revokeAccess: route({
    method: 'delete',
    path: '/server/keys/{id}',
    owner: { id: 'server' },
    tag: 'keys',
    summary: "Revokes any user's key, with its sessions, or a session; what they have open ends.",
    scope: 'admin',
    isForOperator: true,
    params,
    query: z.object({
      user: z.string().min(1).max(200).meta({ description: 'Whose it is.' }),
    }),
    statuses: [204],
    answer: null,
  }),
  whoAmI: route({
    method: 'get',
    path: '/session',
    tag: 'keys',
    summary: 'Returns who is signed in, and what they may do.',
    scope: 'read',
    statuses: [200],
    answer: sessionJson,
  }),
  signIn: route({
    method: 'post',
    path: '/session',
    tag: 'keys',
    summary: 'Signs a browser in with a key. It gets a cookie that pages cannot read.',
    scope: null,
    body: z.strictObject({ key: z.string().min(1).max(500) }),
    statuses: [200],
    answer: sessionJson,
    problems: [401],
  }),
  signOut: route({
    method: 'delete',
    path: '/session',
    tag: 'keys',
    summary: 'Signs the browser out.',
    scope: null,
    statuses: [204],
    answer: null,
  }),
  listAudit: route({
    method: 'get',
    path: '/audit',
    tag: 'keys',
    summary: 'Lists who changed which workflow, key or answer, newest first.',
    scope: 'admin',
    query: z.object({
      action: z.string().max(200).optional(),
      subject: z.string().max(500).optional(),
      ...pageQuery,
    }),
    statuses: [200],
    answer: pageOf(
      z.object({
        id: z.string(),
        at: time,
        actor: z.string(),
        action: z.string(),
        subject: z.string(),
        data: json,
      }),
    ),
  }),
  listViews: route({
    method: 'get',
    path: '/views',
    tag: 'views',
    summary: "Lists the user's saved filters of run lists.",
    scope: 'read',
    query: z.object(pageQuery),
    statuses: [200],
    answer: pageOf(viewItem),
  }),
  createView: route({
    method: 'post',
    path: '/views',
    tag: 'views',
    summary: 'Saves a filter under a name.',
    scope: 'write',
    body: z.strictObject({ name: z.string().min(1).max(200), filter: jsonObject }),
    statuses: [201],
    answer: viewItem,
    example: { body: { name: 'Waiting', filter: { status: 'waiting' } } },
  }),
  deleteView: route({
    method: 'delete',
    path: '/views/{id}',
    owner: { id: 'view' },
    tag: 'views',
    summary: 'Deletes a saved filter.',
    scope: 'write',
    params,
    statuses: [204],
    answer: null,
  }),
};
