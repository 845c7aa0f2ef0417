// The typed client
// One call for each route, with the types of the route table. Uses nothing but `fetch`, so it runs in a browser too.
import type { Json, JsonObject } from '@skein/kernel';
import type { Route } from '../routes/route.ts';
import { basePath, routes, type RouteName, type Routes } from '../routes/routes.ts';
import type { ProblemJson } from '../schemas/problem-json.ts';
import type { z } from '../schemas/zod.ts';
import { ClientError, UnreachableError } from './client-error.ts';
import { followRun, type FollowOptions } from './follow-run.ts';
import type { RunUpdateJson } from './run-update.ts';

export interface ClientOptions {
  /** The server's address, without `/api/v1`; default: the origin of the page. */
  readonly server?: string;
  /** An API key; not needed in a browser that is signed in. */
  readonly key?: string;
  readonly fetch?: typeof fetch;
}

type Part<Given, Name extends string> = Given extends { readonly [key in Name]: infer Schema }
  ? Schema extends z.ZodType
    ? z.input<Schema>
    : undefined
  : undefined;

/** May be left out when there is no such part, or nothing in it is required. */
type Needed<Name extends string, Value> = undefined extends Value
  ? { readonly [key in Name]?: Value }
  : Record<never, never> extends Value
    ? { readonly [key in Name]?: Value }
    : { readonly [key in Name]: Value };

/** What a call of this route takes. */
export type CallOf<Name extends RouteName> = Needed<'params', Part<Routes[Name], 'params'>> &
  Needed<'query', Part<Routes[Name], 'query'>> &
  Needed<'headers', Part<Routes[Name], 'headers'>> &
  Needed<'body', Part<Routes[Name], 'body'>> & { readonly signal?: AbortSignal };

/** What it returns; undefined without a body. */
export type AnswerOf<Name extends RouteName> = Routes[Name]['answer'] extends z.ZodType
  ? z.output<Routes[Name]['answer']>
  : undefined;

export interface Answered<Name extends RouteName> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AnswerOf<Name>;
}

export interface Client {
  /** Throws ClientError with the server's problem, or UnreachableError. */
  call<Name extends RouteName>(name: Name, call?: CallOf<Name>): Promise<AnswerOf<Name>>;
  /** The same with status and headers. */
  send<Name extends RouteName>(name: Name, call?: CallOf<Name>): Promise<Answered<Name>>;
  /** The bytes of a file of a run. */
  download(run: string, file: string): Promise<Response>;
  /** The events of a run, from its start or after a row, until it ends; reconnects when the connection is lost. With `tree` also those of the runs below it. */
  events(run: string, options?: FollowOptions): AsyncGenerator<RunUpdateJson, void, undefined>;
}

export function createClient(options: ClientOptions = {}): Client {
  return {
    send: (name, call) => request(options, name, call ?? {}),
    call: async (name, call) => (await request(options, name, call ?? {})).body,
    download: (run, file) => sendCall(options, 'getRunFile', { params: { id: run, file } }),
    events: (run, following) =>
      followRun(
        {
          open: (given) => openEvents(options, run, given),
          row: (update, signal) => readRow(options, update.run ?? run, update.seq, signal),
        },
        following,
      ),
  };
}

/** A call of any route: the server checks it anyway. */
interface AnyCall {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

async function request<Name extends RouteName>(
  options: ClientOptions,
  name: Name,
  call: AnyCall,
): Promise<Answered<Name>> {
  const response = await sendCall(options, name, call);
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.includes('json') === true;
  const read: unknown = isJson ? JSON.parse(text) : text;
  // Server and contract have the same version, so the answer has the form of the table.
  return { status, headers, body: (text === '' ? undefined : read) as AnswerOf<Name> };
}

async function sendCall(options: ClientOptions, name: RouteName, call: AnyCall): Promise<Response> {
  const { server = '', key, fetch: fetching = fetch } = options;
  const route: Route = routes[name];
  const headers = new Headers({ accept: route.mediaType ?? 'application/json' });
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  for (const [header, value] of entriesOf(call.headers)) headers.set(header, value);
  const hasBody = call.body !== undefined;
  if (hasBody) headers.set('content-type', 'application/json');
  const init: RequestInit = {
    method: route.method.toUpperCase(),
    headers,
    ...(hasBody ? { body: JSON.stringify(call.body) } : {}),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  };
  const response = await reach(server, () => fetching(`${server}${addressOf(route, call)}`, init));
  if (response.status < 400) return response;
  throw await problemOf(response);
}

async function reach(server: string, send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    throw new UnreachableError(server, error);
  }
}

function addressOf({ path }: Route, { params, query }: AnyCall): string {
  const given = new Map(entriesOf(params));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(given.get(name) ?? ''),
  );
  const search = new URLSearchParams(entriesOf(query).map(([name, value]) => [name, value]));
  const text = search.toString();
  return `${basePath}${filled}${text === '' ? '' : `?${text}`}`;
}

/** Named values, as strings. */
function entriesOf(given: unknown): readonly (readonly [name: string, value: string])[] {
  if (typeof given !== 'object' || given === null) return [];
  return Object.entries(given).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[name, `${value}`] as const]
      : [],
  );
}

async function problemOf(response: Response): Promise<ClientError> {
  const { status } = response;
  const given = parseOrNull(await response.text());
  if (isProblem(given)) return new ClientError(status, given);
  const message = `The server answered ${status} with a body that is not a Skein error.`;
  const hint = 'Check the address: another program may be answering there.';
  return new ClientError(status, { error: { code: 'SERVER_UNREACHABLE', message, hint } });
}

/** Checked by hand: a browser need not load schemas for it. */
function isProblem(given: unknown): given is ProblemJson {
  if (typeof given !== 'object' || given === null || !('error' in given)) return false;
  const { error } = given;
  if (typeof error !== 'object' || error === null) return false;
  return ['code', 'message', 'hint'].every((key) => typeof Reflect.get(error, key) === 'string');
}

function parseOrNull(text: string): Json {
  try {
    // JSON.parse returns JSON, by its contract.
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function openEvents(
  options: ClientOptions,
  run: string,
  {
    after,
    tree,
    signal,
  }: {
    readonly after: number | string;
    readonly tree: boolean;
    readonly signal: AbortSignal | undefined;
  },
): Promise<Response> {
  return sendCall(options, 'runEvents', {
    params: { id: run },
    query: tree ? { tree: 'true' } : {},
    ...(after === 0 ? {} : { headers: { 'last-event-id': String(after) } }),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function readRow(
  options: ClientOptions,
  run: string,
  seq: number,
  signal: AbortSignal | undefined,
): Promise<JsonObject> {
  const { body } = await request(options, 'runJournal', {
    params: { id: run },
    query: { after: seq - 1, limit: 1 },
    ...(signal === undefined ? {} : { signal }),
  });
  return body.items[0] ?? {};
}
