// The way of a request
// A1. Nothing is read of a request before it is clear who sends it and that they may.
// A2. A handler sees only what fits the route; what it gives back is JSON, or an answer of its own.
import {
  checkRequest,
  type CheckedRequest,
  type Route,
  type RouteName,
  type Scope,
} from '@skein/api';
import { EngineError } from '@skein/ports';
import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';
import type { Asked, Handler } from '../handlers/handler.ts';
import { checkScope, localIdentity, type Identity } from '../identity/identity.ts';
import type { Services } from '../handlers/services.ts';
import type { RateLimit } from './rate-limit.ts';
import { readJson, readText } from './read-json.ts';
import { sendReply, type Sent } from './send-reply.ts';
import { securityHeaders } from './security-headers.ts';

export interface Doors {
  readonly services: Services;
  /** Who sends it; throws when that must be known and is not. */
  readonly identify: (request: Request) => Identity | Promise<Identity>;
  readonly limitRate: RateLimit;
  readonly bodyBytesMax: number;
}

/** A handler of any route; the table pairs it with the schemas that its types are made from. */
export type AnyHandler = Handler<RouteName>;

/** What is known of a request while it is answered, for those who write it down. */
export interface RequestTrail {
  readonly id: string;
  identity?: Identity;
}

export async function answerRoute(
  context: Context,
  { route, handler, trail }: { route: Route; handler: AnyHandler; trail: RequestTrail },
  doors: Doors,
): Promise<Sent> {
  const { services } = doors;
  const request = context.req.raw;
  if (services.closing.aborted && route.scope !== null) {
    throw new EngineError('SERVER_CLOSING', {});
  }
  const identity =
    route.scope === null ? localIdentity : await admit(request, route.scope, { doors, trail });
  const text = route.body === undefined ? '' : await readText(request, doors.bodyBytesMax);
  const checked = readRequest(context, route, text);
  const outgoing = outgoingOf(context);
  const asked: Asked<RouteName> = {
    ...checked,
    identity,
    services,
    request,
    text,
    // Both cost something, and few handlers ask for them.
    get isSecure() {
      return isOverHttps(request);
    },
    get signal() {
      return request.signal;
    },
    disconnect: () => outgoing?.destroy(),
  };
  // The request was checked by the schemas of this very route.
  const reply = await handler(asked as Parameters<AnyHandler>[0]);
  if (!(reply instanceof Response))
    return sendReply(reply, { route, outgoing, requestId: trail.id });
  return { status: reply.status, response: withHeaders(reply, trail) };
}

/** Who it is, when they may do this and have not asked for too much. */
async function admit(
  request: Request,
  scope: Scope,
  { doors, trail }: { readonly doors: Doors; readonly trail: RequestTrail },
): Promise<Identity> {
  const { headers } = request;
  const refused = await doors.limitRate.refuseAgain(headers);
  if (refused !== undefined) {
    trail.identity = refused.identity;
    throw refused.error;
  }
  const identity = await doors.identify(request);
  trail.identity = identity;
  await doors.limitRate.take(identity, headers);
  checkScope(identity, scope);
  return identity;
}

/** The answer as Node sends it; undefined when there is no socket. */
export function outgoingOf({ env }: Context): ServerResponse | undefined {
  return (env as { readonly outgoing?: ServerResponse } | undefined)?.outgoing;
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
    headers: context.req.raw.headers,
    body,
  });
  if (checked.ok) return checked.request;
  throw new EngineError('REQUEST_INVALID', { complaints: checked.complaints });
}

export function withHeaders(response: Response, trail?: RequestTrail): Response {
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  if (trail !== undefined) response.headers.set('x-request-id', trail.id);
  return response;
}
