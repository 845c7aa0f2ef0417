// OpenAPI documents as tools
// A document is read when one of its tools is first needed. It may come from the network, so it controls nothing about where
// requests go except the server that it names, which the guard checks like any address.
import { isObject, ownValue, textOf, type Json, type JsonObject } from '@skein/kernel';
import type { Tool, ToolSource } from '@skein/ports';
import { schemaFault } from '@skein/dialects';
import { failureError } from '../../failure-error.ts';
import { isDeeperThan } from '../../json-depth.ts';
import { addQuery, fillUrl } from '../http/http-request.ts';
import { sendRequest, type RequestTools } from '../http/send-request.ts';
import { toolId } from '../tool-id.ts';
import { readOperations, type Operation } from './read-operations.ts';

export interface OpenapiConfig {
  /** A file, or an address. JSON, of version 3. */
  readonly document: string;
  /** Where requests go; default: the first server of the document. */
  readonly baseURL?: string;
  /** Sent with every request; `${NAME}` is the secret of that name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The account of whoever the run belongs to, by the name of a connection. */
  readonly auth?: { readonly connection: string };
  /** Their ids; default: all. */
  readonly operations?: readonly string[];
  /** A person must approve calls other than GET and HEAD. */
  readonly approve?: boolean;
  /** Who may approve them; default: whom the node names. */
  readonly who?: readonly string[];
}

export interface OpenapiOptions extends RequestTools {
  /** Reads a file of the configuration. */
  readonly readFile: (file: string) => Promise<string>;
  readonly onProblem?: (message: string) => void;
}

const depthMax = 200;

export function openapiTools(
  configs: Readonly<Record<string, OpenapiConfig>>,
  options: OpenapiOptions,
): ToolSource {
  const loading = new Map<string, Promise<readonly Tool[]>>();
  const load = (name: string, config: OpenapiConfig) => {
    const known = loading.get(name);
    if (known !== undefined) return known;
    const tools = loadTools(name, config, options);
    loading.set(name, tools);
    // It may be there the next time.
    tools.catch(() => loading.delete(name));
    return tools;
  };
  const loadAll = async (wanted: (name: string) => boolean) => {
    const entries = Object.entries(configs).filter(([name]) => wanted(name));
    return (await Promise.all(entries.map(([name, config]) => load(name, config)))).flat();
  };
  return {
    list: () => loadAll(() => true),
    find: async (id) => {
      const tools = await loadAll((name) => id.startsWith(toolId(name, '')));
      return tools.find((tool) => tool.name === id);
    },
  };
}

async function loadTools(
  name: string,
  config: OpenapiConfig,
  options: OpenapiOptions,
): Promise<readonly Tool[]> {
  const document = await openapiDocument(name, config.document, options);
  return operationTools(name, { config, document, options });
}

/** The operations of a document that has been read. */
export function operationTools(
  name: string,
  given: {
    readonly config: OpenapiConfig;
    readonly document: JsonObject;
    readonly options: RequestTools & Pick<OpenapiOptions, 'onProblem'>;
  },
): readonly Tool[] {
  const { config, document, options } = given;
  const base = baseOf(name, config, document);
  const { operations, skipped } = readOperations(document);
  for (const { operation, why } of skipped)
    options.onProblem?.(`${operation} of the OpenAPI document "${name}" is not a tool: ${why}.`);
  const wanted = config.operations === undefined ? null : new Set(config.operations);
  const taken = operations.filter(({ id }) => wanted === null || wanted.has(id));
  return taken.map((operation) => toTool(name, { operation, base, config, options }));
}

function toTool(
  name: string,
  about: {
    readonly operation: Operation;
    readonly base: string;
    readonly config: OpenapiConfig;
    readonly options: RequestTools;
  },
): Tool {
  const { operation, base, config, options } = about;
  const { id, method, description, parameters } = operation;
  const isRead = method === 'GET' || method === 'HEAD';
  return {
    name: toolId(name, id),
    description,
    parameters,
    effect: isRead ? 'idempotent' : 'guarded',
    approve: config.approve === true && !isRead,
    who: config.who,
    unchecked: schemaFault(parameters),
    signsIn: config.auth === undefined ? undefined : true,
    run: (args, call) => {
      // Checked arguments are an object.
      const request = toRequest(operation, args as JsonObject, { base, config });
      return sendRequest({ ...request, connection: config.auth?.connection }, call, options);
    },
  };
}

function toRequest(
  { method, path, query, headers, hasBody }: Operation,
  args: JsonObject,
  { base, config }: { readonly base: string; readonly config: OpenapiConfig },
) {
  const given = (names: readonly string[]) =>
    names.flatMap((name) => {
      const value = ownValue(args, name);
      return value === undefined ? [] : [[name, value] as const];
    });
  const sent = given(headers).map(([name, value]) => [name.toLowerCase(), literal(textOf(value))]);
  const body = hasBody ? ownValue(args, 'body') : undefined;
  return {
    method,
    url: `${base}${addQuery(fillUrl(path, args), given(query))}`,
    headers: {
      ...Object.fromEntries(sent),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      // Those of the configuration cannot be replaced by arguments.
      ...lowerKeys(config.headers ?? {}),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

/** An argument that looks like the name of a secret stays text. */
function literal(text: string): string {
  return text.replaceAll('${', () => '$${');
}

function lowerKeys(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

export async function openapiDocument(
  name: string,
  place: string,
  { fetch, readFile }: Pick<OpenapiOptions, 'fetch' | 'readFile'>,
): Promise<JsonObject> {
  const text = /^https?:/i.test(place)
    ? await fetchText(name, place, fetch)
    : await readFile(place).catch((error: unknown) => {
        throw invalid(name, error instanceof Error ? error.message : String(error));
      });
  let value: Json;
  try {
    // JSON.parse gives JSON.
    value = JSON.parse(text) as Json;
  } catch {
    throw invalid(name, 'it is not JSON; YAML is not read');
  }
  if (!isObject(value) || isDeeperThan(value, depthMax))
    throw invalid(name, `it is not an object, or nested deeper than ${depthMax} levels`);
  const version = ownValue(value, 'openapi');
  if (typeof version !== 'string' || !version.startsWith('3.'))
    throw invalid(name, 'it does not say "openapi": "3…"');
  return value;
}

async function fetchText(name: string, url: string, fetch: RequestTools['fetch']): Promise<string> {
  const signal = new AbortController().signal;
  const { status, text } = await fetch({ method: 'GET', url, headers: {}, signal });
  if (status !== 200) throw invalid(name, `its address answered with status ${status}`);
  return text;
}

/** Without a slash at its end. */
function baseOf(
  name: string,
  { baseURL, document: place }: OpenapiConfig,
  document: JsonObject,
): string {
  const written = baseURL ?? serverOf(document) ?? '/';
  const from = /^https?:/i.test(place) ? place : undefined;
  if (!URL.canParse(written, from))
    throw invalid(name, `it names no server; set "baseURL" in the configuration`);
  const url = new URL(written, from);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function serverOf(document: JsonObject): string | undefined {
  const servers = ownValue(document, 'servers');
  const [server] = Array.isArray(servers) ? servers : [];
  const url = isObject(server) ? ownValue(server, 'url') : undefined;
  if (!isObject(server) || typeof url !== 'string') return undefined;
  const variables = ownValue(server, 'variables');
  return url.replaceAll(/\{([^{}]*)\}/g, (written, key: string) => {
    const variable = isObject(variables) ? ownValue(variables, key) : undefined;
    const value = isObject(variable) ? ownValue(variable, 'default') : undefined;
    return typeof value === 'string' ? value : written;
  });
}

function invalid(name: string, why: string): Error {
  return failureError({
    code: 'OPENAPI_INVALID',
    message: `The OpenAPI document "${name}" cannot be used: ${why}.`,
    retry: 'never',
    data: { document: name },
  });
}
