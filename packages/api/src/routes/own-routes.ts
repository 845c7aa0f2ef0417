import { route } from './route.ts';
import { mcpServer, secretItem, secretExample, secretParams, secretBody } from './host-routes.ts';
import { pageOf, pageQuery, time } from '../schemas/json.ts';
import { z } from '../schemas/zod.ts';

const serverName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .meta({ description: 'Letters, digits, `_` and `-`. Its tools are called `<name>-<tool>`.' });
const serverParams = z.object({ name: serverName });

const serverBody = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .meta({ description: 'Where it answers, with Streamable HTTP.' }),
  headers: z
    .record(z.string().max(200), z.string().max(10_000))
    .optional()
    .meta({ description: '`${NAME}` is a secret of your own.' }),
  auth: z
    .strictObject({ connection: z.string().min(1).max(64) })
    .optional()
    .meta({ description: 'Your account at a connection, whose tokens the server takes.' }),
  tools: z
    .record(
      z.string(),
      z.strictObject({
        enabled: z.boolean().optional(),
        approve: z.boolean().optional(),
        effect: z.enum(['pure', 'idempotent', 'guarded']).optional(),
      }),
    )
    .optional(),
  disabled: z.boolean().optional(),
  runToken: z.boolean().optional(),
});

const ownServer = mcpServer
  .omit({ transport: true, from: true })
  .extend({
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    settings: serverBody
      .pick({ auth: true, tools: true, disabled: true, runToken: true })
      .meta({ description: 'What else was set; a change sends it again.' }),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'OwnMcpServer' });

const ownTag = 'own settings';

/** What users set up for themselves: used by their own runs, and seen by nobody else. */
export const ownRoutes = {
  listOwnSecrets: route({
    method: 'get',
    path: '/my/secrets',
    tag: ownTag,
    summary: 'Lists the names of your own secrets; never their values.',
    scope: 'write',
    query: z.object(pageQuery),
    statuses: [200],
    answer: pageOf(secretItem),
    example: { answer: { items: [secretExample], nextCursor: null } },
  }),
  putOwnSecret: route({
    method: 'put',
    path: '/my/secrets/{name}',
    owner: { name: 'setting' },
    tag: ownTag,
    summary: 'Stores a secret of your own, encrypted; it is never returned.',
    details:
      'Your own MCP servers refer to it as `${NAME}`. Nothing else uses it, and no run of another user.',
    scope: 'write',
    params: secretParams,
    body: secretBody,
    statuses: [200, 201],
    answer: secretItem,
    example: { body: { value: 'abc', hosts: ['crm.example.com'] }, answer: secretExample },
  }),
  deleteOwnSecret: route({
    method: 'delete',
    path: '/my/secrets/{name}',
    owner: { name: 'setting' },
    tag: ownTag,
    summary: 'Deletes a secret of your own.',
    scope: 'write',
    params: secretParams,
    statuses: [204],
    answer: null,
  }),
  listOwnMcpServers: route({
    method: 'get',
    path: '/my/mcp-servers',
    tag: ownTag,
    summary: 'Lists your own MCP servers with their current tools.',
    scope: 'write',
    statuses: [200],
    answer: pageOf(ownServer),
  }),
  putOwnMcpServer: route({
    method: 'put',
    path: '/my/mcp-servers/{name}',
    owner: { name: 'setting' },
    tag: ownTag,
    summary: 'Sets up an MCP server of your own, for the tools of your own runs.',
    details:
      'An address, never a process. Addresses in the network of the server are refused unless its configuration allows them. Tools of the configuration take precedence over tools of the same name. The answer says whether it can be reached.',
    scope: 'write',
    params: serverParams,
    body: serverBody,
    statuses: [200, 201],
    answer: ownServer,
    example: {
      body: {
        url: 'https://mcp.crm.example/mcp',
        headers: { Authorization: 'Bearer ${CRM_TOKEN}' },
      },
    },
  }),
  deleteOwnMcpServer: route({
    method: 'delete',
    path: '/my/mcp-servers/{name}',
    owner: { name: 'setting' },
    tag: ownTag,
    summary: 'Removes an MCP server of your own.',
    scope: 'write',
    params: serverParams,
    statuses: [204],
    answer: null,
  }),
};
