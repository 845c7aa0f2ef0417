// The way of a request
// A1. Nothing is read of a request before it is clear who sends it and that they may.
// A2. A handler sees only what fits the route; what it gives back is JSON, or an answer of its own.
import { checkRequest, type CheckedRequest, type Route, type RouteName } from '@skein/api';
import { EngineError } from '@skein/ports';
import type { Context } from 'hono';
import type { Handler, Reply } from '../handlers/handler.ts';
import { checkScope, localIdentity, type Identity } from '../identity/identity.ts';
import type { Services } from '../services.ts';
import { readJson, readText } from './read-json.ts';
import { securityHeaders } from './security-headers.ts';

export interface Doors {
  readonly services: Services;
  /** Who sends it; throws when that must be known and is not. */
  readonly identify: (request: Request) => Identity | Promise<Identity>;
  /** Throws when they send too much. */
  readonly limitRate: (identity: Identity) => void;
  readonly bodyBytesMax: number;
}

/** A handler of any route; the table pairs it with the schemas that its types are made from. */
export type AnyHandler = Handler<RouteName>;

export async function answerRoute(
  context: Context,
  { route, handler }: { readonly route: Route; readonly handler: AnyHandler },
  doors: Doors,
): Promise<Response> {
  const { services } = doors;
  const request = context.req.raw;
  if (services.closing.aborted && route.scope !== null) {
    throw new EngineError('SERVER_CLOSING', {});
  }
  const identity = route.scope === null ? localIdentity : await doors.identify(request);
  if (route.scope !== null) {
    doors.limitRate(identity);
    checkScope(identity, route.scope);
  }
  const text = route.body === undefined ? '' : await readText(request, doors.bodyBytesMax);
  const checked = readRequest(context, route, text);
  const disconnect = () => outgoingOf(context)?.destroy();
  const { signal } = request;
  const isSecure = isOverHttps(request);
  const asked = { ...checked, identity, services, request, text, isSecure, signal, disconnect };
  // The request was checked by the schemas of this very route.
  const reply = await handler(asked as Parameters<AnyHandler>[0]);
  return reply instanceof Response ? withHeaders(reply) : respond(route, reply);
}

/** The answer as Node sends it; undefined when there is no socket. */
function outgoingOf({ env }: Context): { destroy(): void } | undefined {
  return (env as { readonly outgoing?: { destroy(): void } } | undefined)?.outgoing;
}

/** Behind a proxy that takes care of it, its header tells. */
function isOverHttps({ url, headers }: Request): boolean {
  return url.startsWith('https:') || headers.get('x-forwarded-proto') === 'https';
}

function readRequest(context: Context, route: Route, text: string): CheckedRequest<RouteName> {
  const { headers } = context.req.raw;
  const body = route.body === undefined ? undefined : readJson(text, headers, route);
  const checked = checkRequest<RouteName>(route, {
    params: context.req.param() as { readonly [name: string]: string },
    query: context.req.query(),
    headers: route.headers === undefined ? {} : context.req.header(),
    body,
  });
  if (checked.ok) return checked.request;
  throw new EngineError('REQUEST_INVALID', { complaints: checked.complaints });
}

function respond(route: Route, { status, headers, body }: Reply<RouteName>): Response {
  const shown = status ?? route.statuses[0];
  const type = route.mediaType ?? 'application/json';
  const text =
    typeof body === 'string' && route.mediaType !== undefined ? body : JSON.stringify(body);
  return new Response(body === undefined ? null : text, {
    status: shown,
    headers: {
      ...securityHeaders,
      'cache-control': 'no-store',
      ...(body === undefined ? {} : { 'content-type': type }),
      ...headers,
    },
  });
}

export function withHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  return response;
}
