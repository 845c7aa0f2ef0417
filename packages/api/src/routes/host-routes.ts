import { route } from './route.ts';
import { id, json, pageOf, pageQuery, time } from '../schemas/json.ts';
import { z } from '../schemas/zod.ts';

const secretName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,127}$/)
  .meta({
    description: 'Letters, digits, `_`, `.` and `-`; as the configuration writes it: `${NAME}`.',
  });
const secretParams = z.object({ name: secretName });

/** A secret without its value, which nobody can read again. */
const secretItem = z
  .object({
    name: z.string(),
    hosts: z.array(z.string()).nullable().meta({
      description: 'Where it may go; null: wherever the configuration sends it.',
    }),
    isReadable: z.boolean().meta({
      description: 'False: it was sealed with a key that this server does not have.',
    }),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Secret' });

const secretExample = {
  name: 'CRM_TOKEN',
  hosts: ['crm.example.com'],
  isReadable: true,
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-05T09:00:00.000Z',
};

const mcpServer = z
  .object({
    name: z.string(),
    transport: z.enum(['stdio', 'http']),
    state: z.enum(['ready', 'failed', 'disabled']),
    error: z.string().nullable(),
    tools: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        parameters: json,
        hash: z.string().meta({ description: 'Of all that the server says about it.' }),
        effect: z.string(),
        approve: z.boolean(),
        state: z.enum(['ready', 'changed', 'new', 'disabled', 'unusable']),
      }),
    ),
  })
  .meta({ id: 'McpServer' });

/** Settings of the server as a whole. They belong to its own user, `local`. */
export const hostRoutes = {
  listSecrets: route({
    method: 'get',
    path: '/secrets',
    tag: 'secrets',
    summary: 'The names of the secrets of this server; never their values.',
    scope: 'admin',
    isForOperator: true,
    query: z.object(pageQuery),
    statuses: [200],
    answer: pageOf(secretItem),
    example: { answer: { items: [secretExample], nextCursor: null } },
  }),
  getSecret: route({
    method: 'get',
    path: '/secrets/{name}',
    owner: { name: 'server' },
    tag: 'secrets',
    summary: 'Whether there is a secret of this name, and where it may go; never its value.',
    scope: 'admin',
    isForOperator: true,
    params: secretParams,
    statuses: [200],
    answer: secretItem,
    example: { answer: secretExample },
  }),
  putSecret: route({
    method: 'put',
    path: '/secrets/{name}',
    owner: { name: 'server' },
    tag: 'secrets',
    summary: 'Keeps a secret, sealed; nobody can read it again.',
    details:
      'The configuration names it as `${NAME}`: in headers of MCP servers, HTTP tools and OpenAPI documents, and as the key of a provider. What the environment or the file of secrets has under this name goes first.',
    scope: 'admin',
    isForOperator: true,
    params: secretParams,
    body: z.strictObject({
      value: z.string().min(1).max(65_536),
      hosts: z.array(z.string().min(1).max(300)).max(100).optional(),
    }),
    statuses: [200, 201],
    answer: secretItem,
    example: { body: { value: 'abc', hosts: ['crm.example.com'] }, answer: secretExample },
  }),
  deleteSecret: route({
    method: 'delete',
    path: '/secrets/{name}',
    owner: { name: 'server' },
    tag: 'secrets',
    summary: 'Deletes a secret.',
    scope: 'admin',
    isForOperator: true,
    params: secretParams,
    statuses: [204],
    answer: null,
  }),
  listMcpServers: route({
    method: 'get',
    path: '/mcp-servers',
    tag: 'mcp servers',
    summary: 'The MCP servers of the configuration, with the tools that they have now.',
    details: 'Servers are added in the configuration, and nowhere else.',
    scope: 'read',
    statuses: [200],
    answer: pageOf(mcpServer),
  }),
  confirmMcpServer: route({
    method: 'post',
    path: '/mcp-servers/{name}/confirm',
    owner: { name: 'server' },
    tag: 'mcp servers',
    summary: 'Lets tools that are new or have changed be used.',
    details:
      'All tools of the server, or those that are named; a `hash` must be the one that was looked at. What is still not ready in the answer was not confirmed.',
    scope: 'admin',
    isForOperator: true,
    params: z.object({ name: id }),
    body: z.strictObject({
      tools: z
        .array(z.strictObject({ name: id, hash: z.string().max(200).optional() }))
        .max(1000)
        .optional(),
    }),
    isBodyOptional: true,
    statuses: [200],
    answer: mcpServer,
    example: { body: { tools: [{ name: 'search', hash: 'sha256:…' }] } },
  }),
};
