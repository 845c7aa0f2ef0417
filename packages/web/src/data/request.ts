// Requests
// The only way to the server: same origin, JSON in and out, failures as problems. Callers write method and path; the compiler
// checks them, the request and the response against the server's route table. Only its types are bundled: with its schemas,
// the first script would be 94 KB larger, compressed.
import type { AnswerOf, CallOf, RouteName, Routes } from '@skein/api';
import type { Json } from '@skein/kernel';
import { basePath } from './base-path.ts';
import { recheckHealth } from './health.ts';
import { readProblem } from './problem.ts';

/** `GET /workflows/{id}` and so on, one for every route. */
export type Address = { [Name in RouteName]: AddressOf<Name> }[RouteName];

type AddressOf<Name extends RouteName> =
  `${Uppercase<Routes[Name]['method']>} ${Routes[Name]['path']}`;

type RouteAt<Wanted extends Address> = {
  [Name in RouteName]: AddressOf<Name> extends Wanted ? Name : never;
}[RouteName];

type Answer<Wanted extends Address> = AnswerOf<RouteAt<Wanted>>;
type Call<Wanted extends Address> = CallOf<RouteAt<Wanted>>;
type Given<Wanted extends Address> =
  Record<never, never> extends Call<Wanted> ? [call?: Call<Wanted>] : [call: Call<Wanted>];

/** Calls a route of the server. */
export async function request<Wanted extends Address>(
  address: Wanted,
  ...[call]: Given<Wanted>
): Promise<Answer<Wanted>> {
  const [method = 'GET', path = ''] = address.split(' ');
  // The union of what all routes take.
  const { params, query, headers, body, signal } = (call ?? {}) as AnyCall;
  const response = await fetchOrRecheck(addressOf(fillPath(path, params), query), {
    method,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const answer = await readBody(response);
  if (!response.ok) throw readProblem(response.status, answer);
  // Guaranteed by the route table of the server.
  return answer as Answer<Wanted>;
}

/** A request without any response triggers a health check. */
async function fetchOrRecheck(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    if (init.signal?.aborted !== true) recheckHealth();
    throw error;
  }
}

/** What any route takes. */
interface AnyCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Each parameter is encoded, so that it stays one segment of the path. */
function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

export function addressOf(
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value));
  const text = search.toString();
  return `${apiRoot}${path}${text === '' ? '' : `?${text}`}`;
}

const apiRoot = `${basePath}/api/v1`;

async function readBody(response: Response): Promise<Json | undefined> {
  const text = await response.text();
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
