import { route } from './route.ts';
import { id, json, pageOf, pageQuery, time } from '../schemas/json.ts';
import { z } from '../schemas/zod.ts';

const secretName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,127}$/)
  .meta({
    description: 'Letters, digits, `_`, `.` and `-`. The configuration refers to it as `${NAME}`.',
  });
export const secretParams = z.object({ name: secretName });

export const secretBody = z.strictObject({
  value: z.string().min(1).max(65_536),
  hosts: z.array(z.string().min(1).max(300)).max(100).optional(),
});

/** A secret without its value, which is never returned. */
export const secretItem = z
  .object({
    name: z.string(),
    hosts: z.array(z.string()).nullable().meta({
      description: 'The hosts that it may be sent to; null: wherever the configuration sends it.',
    }),
    isReadable: z.boolean().meta({
      description: 'False: it was sealed with a key that this server does not have.',
    }),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Secret' });

export const secretExample = {
  name: 'CRM_TOKEN',
  hosts: ['crm.example.com'],
  isReadable: true,
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-05T09:00:00.000Z',
};

export const mcpServer = z
  .object({
    name: z.string(),
    transport: z.enum(['stdio', 'http']),
    from: z.enum(['configuration', 'settings']).meta({
      description: '`settings`: it was added here, and can be changed and removed here.',
    }),
    state: z.enum(['ready', 'failed', 'disabled']),
    error: z.string().nullable(),
    tools: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        parameters: json,
        hash: z
          .string()
          .meta({ description: 'Of everything that the server declares about the tool.' }),
        effect: z.string(),
        approve: z.boolean(),
        unchecked: z.string().nullable().meta({
          description:
            'Why its arguments are sent without a check: the schema that the server declares cannot be used. Null: they are checked.',
        }),
        state: z.enum(['ready', 'changed', 'new', 'disabled', 'unusable']),
        problem: z.string().optional().meta({ description: 'Why it is unusable.' }),
      }),
    ),
  })
  .meta({ id: 'McpServer' });

const serverParams = z.object({
  name: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .meta({ description: 'Letters, digits, `_` and `-`. Its tools are called `<name>-<tool>`.' }),
});

const serverSettings = z
  .strictObject({
    command: z.string().min(1).max(2000).optional(),
    args: z.array(z.string().max(10_000)).max(100).optional(),
    env: z.record(z.string().max(200), z.string().max(10_000)).optional(),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .optional()
      .meta({ description: 'Where it answers, with Streamable HTTP.' }),
    headers: z.record(z.string().max(200), z.string().max(10_000)).optional(),
    auth: z
      .strictObject({ connection: z.string().min(1).max(64) })
      .optional()
      .meta({
        description:
          'A connection, for a server with a `url`: it gets the token of whoever a run belongs to.',
      }),
    tools: z
      .record(
        z.string(),
        z.strictObject({ enabled: z.boolean().optional(), approve: z.boolean().optional() }),
      )
      .optional()
      .meta({ description: '`approve`: a person is asked before each call.' }),
    disabled: z.boolean().optional(),
  })
  .meta({ id: 'McpServerSettings', description: 'Either `command` or `url`.' });

const serverExample = {
  command: 'npx',
  args: ['-y', '@modelcontextprotocol/server-filesystem', '/srv/files'],
  tools: { write_file: { approve: true } },
};

/** Settings of the whole server. They belong to its operator: its own user, `local`. */
export const hostRoutes = {
  listSecrets: route({
    method: 'get',
    path: '/secrets',
    tag: 'secrets',
    summary: "Lists the names of the server's secrets; never their values.",
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
    summary: "Returns a secret's hosts and times; never its value.",
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
    summary: 'Stores a secret, encrypted; it is never returned.',
    details:
      'The configuration refers to it as `${NAME}`: in headers of MCP servers, HTTP tools and OpenAPI documents, and as the key of a provider. The environment and the secrets file take precedence.',
    scope: 'admin',
    isForOperator: true,
    params: secretParams,
    body: secretBody,
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
    summary: 'Lists the MCP servers for everybody with their current tools.',
    details: 'Those of the configuration, and those that the operator has added.',
    scope: 'read',
    statuses: [200],
    answer: pageOf(mcpServer),
  }),
  getMcpServer: route({
    method: 'get',
    path: '/mcp-servers/{name}',
    owner: { name: 'server' },
    tag: 'mcp servers',
    summary: 'Returns the settings of an MCP server that was added.',
    scope: 'admin',
    isForOperator: true,
    params: serverParams,
    statuses: [200],
    answer: z.object({ name: z.string(), settings: serverSettings }),
    example: { answer: { name: 'files', settings: serverExample } },
  }),
  putMcpServer: route({
    method: 'put',
    path: '/mcp-servers/{name}',
    owner: { name: 'server' },
    tag: 'mcp servers',
    summary: 'Adds an MCP server for everybody, or changes one that was added.',
    details:
      'A command, which the server starts with its own rights, or an address. `${NAME}` in `env` and `headers` is a secret of the server. Its tools are trusted as they are now; one that changes later must be confirmed. The answer says whether it can be reached.',
    scope: 'admin',
    isForOperator: true,
    params: serverParams,
    body: serverSettings,
    statuses: [200, 201],
    answer: mcpServer,
    problems: [409],
    example: { body: serverExample },
  }),
  deleteMcpServer: route({
    method: 'delete',
    path: '/mcp-servers/{name}',
    owner: { name: 'server' },
    tag: 'mcp servers',
    summary: 'Removes an MCP server that was added.',
    scope: 'admin',
    isForOperator: true,
    params: serverParams,
    statuses: [204],
    answer: null,
  }),
  confirmMcpServer: route({
    method: 'post',
    path: '/mcp-servers/{name}/confirm',
    owner: { name: 'server' },
    tag: 'mcp servers',
    summary: 'Confirms tools that are new or have changed, so that they can be used.',
    details:
      'All tools of the server, or the named ones; a `hash` must be the one that was reviewed. Tools that are not ready in the answer were not confirmed.',
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
