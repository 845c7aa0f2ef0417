import { route } from './route.ts';
import { pageOf, time } from '../schemas/json.ts';
import { z } from '../schemas/zod.ts';

const tag = 'connections';

const name = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)
  .meta({ description: 'Letters, digits, `_` and `-`. Workflows and tools use it by this name.' });
const params = z.object({ name });
const owner = { name: 'server' } as const;

const url = z.url({ protocol: /^https?$/ }).max(2000);
const texts = (max: number) => z.array(z.string().min(1).max(500)).max(max);

const body = z.strictObject({
  preset: z.string().max(64).optional().meta({
    description: 'A service that is known: `google`, `github` … (`GET /connection-presets`).',
  }),
  mcp: url.optional().meta({
    description:
      'The address of an MCP server: it says itself where people sign in, and a client is registered there.',
  }),
  issuer: url.optional().meta({
    description: 'Another service: its addresses are read from what it publishes there.',
  }),
  authorizationUrl: url.optional(),
  tokenUrl: url.optional(),
  revocationUrl: url.optional(),
  clientId: z.string().min(1).max(1000).optional().meta({
    description: 'The client that is registered there; only an MCP server needs none.',
  }),
  clientSecret: z.string().min(1).max(10_000).optional().meta({
    description: 'Sealed, and never returned; without one the stored secret stays.',
  }),
  clientAuth: z.enum(['basic', 'post', 'none']).optional(),
  scopes: texts(100).optional().meta({ description: 'What is asked for; default: the preset’s.' }),
  hosts: texts(100).optional().meta({
    description:
      'Where tokens may be sent: `api.example.com`, `*.example.com`; default: the preset’s.',
  }),
  parameters: z.record(z.string().max(100), z.string().max(1000)).optional().meta({
    description: 'Sent along with every sign-in.',
  }),
  tenant: z.string().min(1).max(200).optional().meta({
    description: 'Of Microsoft; default `common`.',
  }),
  probe: url.optional().meta({ description: 'A GET request that shows whether a token works.' }),
});

const account = z.object({
  state: z.enum(['none', 'signed-in', 'ended']).meta({
    description: '`ended`: the service does not take the sign-in any more.',
  }),
  expiresAt: time.nullable().meta({
    description: 'Of the current token; it is renewed by itself where the service allows it.',
  }),
  isRenewed: z.boolean(),
});

const item = z
  .object({
    name: z.string(),
    preset: z.string().nullable(),
    mcp: z.string().nullable(),
    service: z.string(),
    issuer: z.string().nullable(),
    authorizationUrl: z.string().nullable(),
    tokenUrl: z.string().nullable(),
    clientId: z.string(),
    hasSecret: z.boolean(),
    problem: z.string().nullable().meta({
      description:
        'Why nobody can sign in: the client secret that the configuration names is missing.',
    }),
    scopes: z.array(z.string()),
    hosts: z.array(z.string()),
    callbackUrl: z.string().meta({ description: 'To be registered at the service.' }),
    account: account.meta({ description: 'Your own.' }),
  })
  .meta({ id: 'Connection' });

const example = {
  name: 'github',
  preset: 'github',
  mcp: null,
  service: 'GitHub',
  issuer: null,
  authorizationUrl: 'https://github.com/login/oauth/authorize',
  tokenUrl: 'https://github.com/login/oauth/access_token',
  clientId: 'Iv1.0123456789abcdef',
  hasSecret: true,
  problem: null,
  scopes: ['read:user', 'repo'],
  hosts: ['api.github.com', 'uploads.github.com'],
  callbackUrl: 'https://skein.example.com/connections/callback',
  account: { state: 'signed-in' as const, expiresAt: null, isRenewed: false },
};

/** Services that people sign in to. The operator sets them up; each user has an account of their own there. */
export const connectionRoutes = {
  listConnections: route({
    method: 'get',
    path: '/connections',
    tag,
    summary: 'Lists the connections, and whether you have signed in; never a token.',
    scope: 'read',
    statuses: [200],
    answer: pageOf(item),
    example: { answer: { items: [example], nextCursor: null } },
  }),
  listConnectionPresets: route({
    method: 'get',
    path: '/connection-presets',
    tag,
    summary: 'Lists the services whose addresses are known.',
    scope: 'read',
    statuses: [200],
    answer: pageOf(
      z.object({
        id: z.string(),
        name: z.string(),
        console: z.string().meta({ description: 'Where a client is registered.' }),
        scopes: z.array(z.string()),
        hosts: z.array(z.string()),
      }),
    ),
  }),
  putConnection: route({
    method: 'put',
    path: '/connections/{name}',
    owner,
    tag,
    summary: 'Adds a connection, or changes one.',
    details:
      'Register `callbackUrl` of the answer at the service first. A change of the service or its client ends the sign-ins of everybody.',
    scope: 'admin',
    isForOperator: true,
    params,
    body,
    statuses: [200, 201],
    answer: item,
    example: {
      body: { preset: 'github', clientId: 'Iv1.0123456789abcdef', clientSecret: '…' },
      answer: example,
    },
  }),
  deleteConnection: route({
    method: 'delete',
    path: '/connections/{name}',
    owner,
    tag,
    summary: 'Removes a connection, with the tokens of everybody.',
    scope: 'admin',
    isForOperator: true,
    params,
    statuses: [204],
    answer: null,
  }),
  beginSignIn: route({
    method: 'post',
    path: '/connections/{name}/sign-in',
    owner,
    tag,
    summary: 'Begins a sign-in: the answer says where your browser goes.',
    details:
      'The answer sets a cookie, and only the browser that has it can finish the sign-in, within ten minutes. Runs of yours that wait for it go on then.',
    scope: 'write',
    params,
    statuses: [200],
    answer: z.object({ url: z.string(), expiresAt: time }),
    problems: [502],
    example: {
      answer: {
        url: 'https://github.com/login/oauth/authorize?…',
        expiresAt: '2026-11-17T12:10:00.000Z',
      },
    },
  }),
  testConnection: route({
    method: 'post',
    path: '/connections/{name}/test',
    owner,
    tag,
    summary: 'Says whether your account can be used now; runs that wait for it go on if it can.',
    scope: 'write',
    params,
    statuses: [200],
    answer: z.object({ ok: z.boolean(), message: z.string() }),
    problems: [502],
    example: { answer: { ok: true, message: 'The service takes the token.' } },
  }),
  endSignIn: route({
    method: 'delete',
    path: '/connections/{name}/sign-in',
    owner,
    tag,
    summary: 'Ends your sign-in: your tokens are revoked at the service and deleted.',
    scope: 'write',
    params,
    statuses: [204],
    answer: null,
  }),
};
