// Checks what a configuration says about tools
// All problems at once. A configuration is shared with other programs where `mcpServers` are concerned: unknown keys are a
// warning there, and an error everywhere else, because a mistyped key would be ignored silently.
import {
  closestName,
  isObject,
  ownValue,
  pointer,
  type Diagnostic,
  type Json,
} from '@skein/kernel';
import { schemaFault } from '@skein/dialects';
import type { z } from 'zod';
import { lazySchema, type Zod } from '../../lazy-schema.ts';
import { hasFixedOrigin } from '../http/http-request.ts';
import { databaseHost, isWholeSecret } from '../postgres/postgres-config.ts';
import type { ToolsConfig } from './tools-config.ts';

export interface ParsedToolsConfig {
  /** Null when there is an error. */
  readonly config: ToolsConfig | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The keys of a configuration that are read here. */
export const toolsConfigKeys = [
  'mcpServers',
  'http',
  'openapi',
  'a2a',
  'postgres',
  'mail',
  'secrets',
] as const;

const texts = (zod: Zod) => zod.record(zod.string(), zod.string());
/** Ours, so it is refused where it is written; those of others are called unchecked. */
const usableSchema = (zod: Zod) =>
  zod.record(zod.string(), zod.unknown()).superRefine((schema, context) => {
    // It was read from JSON.
    const fault = schemaFault(schema as Json);
    if (fault !== undefined)
      context.addIssue({
        code: 'custom',
        message: `is a JSON schema that cannot be used: ${fault}`,
      });
  });
const names = (zod: Zod) => zod.array(zod.string().min(1)).min(1).optional();
/** The account of whoever the run belongs to. */
const connected = (zod: Zod) => zod.strictObject({ connection: zod.string().min(1) }).optional();
const effects = ['pure', 'idempotent', 'guarded'] as const;

/** What every tool of the configuration may say about its calls. */
const aboutCalls = (zod: Zod) => ({
  description: zod.string().optional(),
  effect: zod.enum(effects).optional(),
  approve: zod.boolean().optional(),
  who: names(zod),
});

const database = (zod: Zod) =>
  zod.strictObject({
    url: zod.string().refine((url) => isWholeSecret(url) || databaseHost(url) !== null, {
      message:
        'is no address of PostgreSQL: write postgres://USER:${PASSWORD}@HOST/DATABASE, or one ${SECRET} that is the address',
    }),
    readOnly: zod.boolean().optional(),
    rowsMax: zod.number().int().min(1).max(100_000).optional(),
    timeoutMs: zod.number().int().min(1).max(600_000).optional(),
    ...aboutCalls(zod),
  });

const mailServer = (zod: Zod) =>
  zod
    .strictObject({
      host: zod.string().min(1),
      port: zod.number().int().min(1).max(65_535).optional(),
      tls: zod.union([zod.boolean(), zod.literal('starttls')]).optional(),
      from: zod.string().min(1),
      user: zod.string().min(1).optional(),
      password: zod.string().min(1).optional(),
      recipients: zod.array(zod.string().min(1)).min(1),
      ...aboutCalls(zod),
    })
    .refine(({ user, password }) => (user === undefined) === (password === undefined), {
      message: 'needs both "user" and "password", or neither',
    });

const serverSchema = lazySchema((zod) => {
  const milliseconds = zod.number().int().min(1).max(86_400_000).optional();
  return zod.looseObject({
    command: zod.string().min(1).optional(),
    args: zod.array(zod.string()).optional(),
    env: texts(zod).optional(),
    cwd: zod.string().optional(),
    url: zod.url({ protocol: /^https?$/ }).optional(),
    headers: texts(zod).optional(),
    auth: connected(zod),
    type: zod.enum(['stdio', 'http', 'streamable-http', 'streamableHttp']).optional(),
    disabled: zod.boolean().optional(),
    runToken: zod.boolean().optional(),
    startTimeoutMs: milliseconds,
    timeoutMs: milliseconds,
    tools: zod
      .record(
        zod.string(),
        zod.strictObject({
          enabled: zod.boolean().optional(),
          approve: zod.boolean().optional(),
          who: names(zod),
          effect: zod.enum(effects).optional(),
        }),
      )
      .optional(),
  });
});

const serverKeys = [
  'command',
  'args',
  'env',
  'cwd',
  'url',
  'headers',
  'auth',
  'type',
  'disabled',
  'runToken',
  'startTimeoutMs',
  'timeoutMs',
  'tools',
];

const restSchema = lazySchema((zod) => {
  const tool = zod.strictObject({
    description: zod.string().optional(),
    method: zod.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).optional(),
    url: zod.string(),
    headers: texts(zod).optional(),
    auth: connected(zod),
    parameters: usableSchema(zod).optional(),
    effect: zod.enum(effects).optional(),
    approve: zod.boolean().optional(),
    who: names(zod),
  });
  const agent = zod.strictObject({
    url: zod.url({ protocol: /^https?$/ }),
    description: zod.string().optional(),
    headers: texts(zod).optional(),
    effect: zod.enum(effects).optional(),
    approve: zod.boolean().optional(),
    who: names(zod),
  });
  const document = zod.strictObject({
    document: zod.string().min(1),
    baseURL: zod.url({ protocol: /^https?$/ }).optional(),
    headers: texts(zod).optional(),
    auth: connected(zod),
    operations: zod.array(zod.string()).optional(),
    approve: zod.boolean().optional(),
    who: names(zod),
  });
  return zod.object({
    http: zod
      .strictObject({
        allow: zod.array(zod.string()).optional(),
        timeoutMs: zod.number().int().min(1).max(600_000).optional(),
        bytesMax: zod.number().int().min(1).max(100_000_000).optional(),
        tools: zod.record(zod.string(), tool).optional(),
      })
      .optional(),
    openapi: zod.record(zod.string(), document).optional(),
    a2a: zod.record(zod.string(), agent).optional(),
    postgres: zod.record(zod.string(), database(zod)).optional(),
    mail: zod.record(zod.string(), mailServer(zod)).optional(),
    secrets: zod
      .strictObject({
        file: zod.string().min(1).optional(),
        hosts: zod.record(zod.string(), zod.array(zod.string())).optional(),
      })
      .optional(),
  });
});

/** Reads the keys of `toolsConfigKeys`; others are left to whoever knows them. */
export function parseToolsConfig(given: Json): ParsedToolsConfig {
  if (!isObject(given)) {
    const message = 'A configuration is an object.';
    return { config: null, diagnostics: [problem([], message, 'Write { … }.')] };
  }
  const known = toolsConfigKeys.filter((key) => Object.hasOwn(given, key));
  // Only keys that were just found; the values are checked below.
  const config = Object.fromEntries(known.map((key) => [key, given[key]])) as ToolsConfig;
  const parsed = restSchema().safeParse(config);
  const diagnostics = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap((issue) => describe([], issue))),
    ...checkServers(ownValue(given, 'mcpServers')),
    ...checkNames(given),
    ...checkAddresses(ownValue(given, 'http')),
  ];
  const isBad = diagnostics.some(({ severity }) => severity === 'error');
  return { config: isBad ? null : config, diagnostics };
}

function checkServers(servers: Json | undefined): readonly Diagnostic[] {
  if (servers === undefined) return [];
  if (!isObject(servers))
    return [
      problem(['mcpServers'], '"mcpServers" is an object of servers.', 'Write { "name": { … } }.'),
    ];
  return Object.entries(servers).flatMap(([name, server]) => {
    const path = ['mcpServers', name];
    const parsed = serverSchema().safeParse(server);
    const misfits = parsed.success
      ? []
      : parsed.error.issues.flatMap((issue) => describe(path, issue));
    return isObject(server) ? [...misfits, ...checkServer(path, server)] : misfits;
  });
}

function checkServer(
  path: readonly string[],
  server: { readonly [key: string]: Json },
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const has = (key: string) => Object.hasOwn(server, key);
  if (has('command') === has('url')) {
    const message = 'A server is either a "command" to start or a "url" to reach.';
    found.push(problem(path, message, 'Keep one of them.'));
  }
  for (const key of Object.keys(server)) {
    if (serverKeys.includes(key)) continue;
    const message = `The key "${key}" of a server is not known and is ignored.`;
    found.push({
      ...problem([...path, key], message, hintFor(key, serverKeys)),
      severity: 'warning',
    });
  }
  return found;
}

/** Names become parts of tool ids, which models' providers take in few letters. */
function checkNames(given: { readonly [key: string]: Json }): readonly Diagnostic[] {
  const http = ownValue(given, 'http');
  const named: (readonly [path: readonly string[], holder: Json | undefined])[] = [
    [['mcpServers'], ownValue(given, 'mcpServers')],
    [['openapi'], ownValue(given, 'openapi')],
    [['a2a'], ownValue(given, 'a2a')],
    [['postgres'], ownValue(given, 'postgres')],
    [['mail'], ownValue(given, 'mail')],
    [['http', 'tools'], isObject(http) ? ownValue(http, 'tools') : undefined],
  ];
  return named.flatMap(([path, holder]) =>
    Object.keys(isObject(holder) ? holder : {})
      .filter((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))
      .map((name) => {
        const message = `The name "${name.slice(0, 100)}" cannot be used for tools.`;
        return problem([...path, name], message, 'Use up to 64 letters, digits, "_" and "-".');
      }),
  );
}

function checkAddresses(http: Json | undefined): readonly Diagnostic[] {
  const tools = isObject(http) ? ownValue(http, 'tools') : undefined;
  return Object.entries(isObject(tools) ? tools : {}).flatMap(([name, tool]) => {
    const url = isObject(tool) ? ownValue(tool, 'url') : undefined;
    if (typeof url !== 'string' || (/^https?:/i.test(url) && hasFixedOrigin(url))) return [];
    const message = 'The address is not an http(s) URL, or its arguments choose the host.';
    const hint = 'Write scheme and host as they are, and {name} only after them.';
    return [problem(['http', 'tools', name, 'url'], message, hint)];
  });
}

function describe(path: readonly string[], issue: z.core.$ZodIssue): readonly Diagnostic[] {
  const place = [...path, ...issue.path.map(String)];
  if (issue.code !== 'unrecognized_keys')
    return [problem(place, `${issue.message}.`, 'docs/tools.md and docs/mcp.md show the form.')];
  return issue.keys.map((key) =>
    problem([...place, key], `The key "${key}" is not known here.`, hintFor(key, [])),
  );
}

function hintFor(key: string, known: readonly string[]): string {
  const closest = closestName(key, known);
  if (closest !== null) return `Did you mean "${closest}"?`;
  return known.length === 0 ? 'Remove it, or correct its name.' : `Known: ${known.join(', ')}.`;
}

function problem(path: readonly string[], message: string, hint: string): Diagnostic {
  return { code: 'CONFIG_INVALID', severity: 'error', pointer: pointer(...path), message, hint };
}
