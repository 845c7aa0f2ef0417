// The path of a request
// A1. Nothing of a request is read before the caller is authenticated and allowed to make it.
// A2. A handler sees only requests that match the route, and of the records that the path names only those of the caller: the
//     route table says which ones to check. It returns JSON, or a Response of its own.
// A3. An answer that takes its time ends with the caller's access: a stream is cut, and what was waited for is refused.
import {
  checkRequest,
  routes,
  type CheckedRequest,
  type Json,
  type Route,
  type RouteName,
} from '@skein/api';
import { EngineError, isLargerThan, withoutUndefined, writeInPieces } from '@skein/ports';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'hono';
import {
  eventBody,
  isBinaryEvent,
  isStructuredEvent,
} from '../features/triggers/cloud-event-body.ts';
import type { Asked, Handler } from '../handlers/handler.ts';
import { findOwned } from '../handlers/owned-records.ts';
import type { Services } from '../handlers/services.ts';
import { callerIn } from '../identity/caller-in.ts';
import { checkOperator, checkScope, localIdentity, type Identity } from '../identity/identity.ts';
import { endingBody } from './ending-body.ts';
import type { OpenAnswers } from './open-answers.ts';
import type { RateLimit } from './rate-limit.ts';
import { checkType, readBytes, readJson, type BodyLimits } from './read-json.ts';
import type { usualLimits } from './server-limits.ts';
import { sendLive } from './send-live.ts';
import { sendReply, type Sent } from './send-reply.ts';
import { securityHeaders } from './security-headers.ts';

/** What a request passes before its handler. */
export interface Guards {
  readonly services: Services;
  /** Authenticates the caller; throws when that fails and is required. */
  readonly identify: (request: Request) => Identity | Promise<Identity>;
  /** Calls back when the caller's key is no longer valid, until the returned function is called. */
  readonly watchAccess: (identity: Identity, onLost: () => void) => () => void;
  readonly limitRate: RateLimit;
  readonly limits: typeof usualLimits;
  /** Of requests without a key. */
  readonly openLimits: BodyLimits;
  readonly openAnswers: OpenAnswers;
}

/** A handler of any route; the table pairs it with the schemas that its types come from. */
export type AnyHandler = Handler<RouteName>;

/** What is known of a request while it is answered, for the log. */
export interface RequestTrail {
  readonly id: string;
  identity?: Identity;
}

export async function answerRoute(
  context: Context,
  { name, handler, trail }: { name: RouteName; handler: AnyHandler; trail: RequestTrail },
  guards: Guards,
): Promise<Sent> {
  const route: Route = routes[name];
  const { services } = guards;
  const request = context.req.raw;
  // Webhooks have no scope, and start runs. Probes are still answered.
  if (services.closing.aborted && (route.scope !== null || route.method !== 'get')) {
    throw new EngineError('SERVER_CLOSING', {});
  }
  const identity = await admit(request, route, { guards, trail });
  const leave = route.scope === null ? () => {} : guards.openAnswers.enter(identity.owner);
  const lost = new AbortController();
  const unwatch = guards.watchAccess(identity, () => lost.abort());
  const release = () => {
    unwatch();
    leave();
  };
  try {
    const reply = await handle(context, { name, handler, identity, lost: lost.signal }, guards);
    if ('pour' in reply) {
      const [outgoing, requestId] = [outgoingOf(context), trail.id];
      return sendLive(reply, { outgoing, requestId, signal: lost.signal, onEnd: release });
    }
    if (!(reply instanceof Response)) {
      const text = await largeText(reply.body, guards);
      release();
      return sendReply(reply, { route, outgoing: outgoingOf(context), requestId: trail.id, text });
    }
    const response = withEnd(reply, { signal: lost.signal, onEnd: release });
    return { status: reply.status, response: withHeaders(response, trail) };
  } catch (error) {
    release();
    services.writes.note(error);
    throw error;
  }
}

function withEnd(reply: Response, ending: Parameters<typeof endingBody>[1]): Response {
  if (reply.body !== null) return new Response(endingBody(reply.body, ending), reply);
  ending.onEnd();
  return reply;
}

/** Of an answer that would take too long to write at once. */
async function largeText(body: unknown, { services }: Guards): Promise<string | undefined> {
  const { large } = services;
  if (large === undefined || !isLargerThan(body, large.fromBytes)) return undefined;
  return writeInPieces(body);
}

const noBytes = new Uint8Array();

interface Handled {
  readonly name: RouteName;
  readonly handler: AnyHandler;
  readonly identity: Identity;
  /** Aborted when the caller may no longer ask. */
  readonly lost: AbortSignal;
}

async function handle(
  context: Context,
  { name, handler, identity, lost }: Handled,
  guards: Guards,
): Promise<Awaited<ReturnType<AnyHandler>>> {
  const { services } = guards;
  const request = context.req.raw;
  const route: Route = routes[name];
  const bytes =
    route.body === undefined
      ? noBytes
      : await readBytes(request, bodyLimits(route, guards), incomingOf(context));
  const read = (wantsValue: boolean) =>
    readBody(name, { bytes, request, identity, wantsValue }, guards);
  // Who signed a large one is looked at first: nothing is done for a stranger.
  const isLater = route.isSigned === true && bytes.byteLength > guards.openLimits.limitBytes;
  const { body, isLarge } = isLater ? unread : await read(false);
  const checked = checkParts(context, route, { body, isLarge });
  const { params = {} } = checked;
  const owned = await findOwned(route, params, { engine: services.engine, identity });
  const outgoing = outgoingOf(context);
  const asked: Asked<RouteName> = {
    ...checked,
    identity,
    owned,
    services,
    request,
    bytes,
    isUnread: isLarge && body === undefined,
    readBody: async () => body ?? (await read(true)).body ?? null,
    // Both cost something, and few handlers use them.
    get isSecure() {
      return isOverHttps(request);
    },
    get signal() {
      return AbortSignal.any([request.signal, lost]);
    },
    checkAccess() {
      if (!lost.aborted) return;
      throw new EngineError('UNAUTHENTICATED', { reason: 'the key is not known here.' });
    },
    disconnect: () => outgoing?.destroy(),
  };
  // The request was checked against the schemas of this route.
  return handler(asked as Parameters<AnyHandler>[0]);
}

interface Body {
  readonly body: Json | undefined;
  /** It was checked against its schema elsewhere, or nobody has read it yet. */
  readonly isLarge: boolean;
}

const unread: Body = { body: undefined, isLarge: true };

/** A large one is read by another thread, unless its handler wants the text. */
async function readBody(
  name: RouteName,
  {
    bytes,
    request: { headers },
    identity,
    wantsValue,
  }: {
    readonly bytes: Uint8Array;
    readonly request: Request;
    readonly identity: Identity;
    readonly wantsValue: boolean;
  },
  { services: { large } }: Guards,
): Promise<Body> {
  const route: Route = routes[name];
  if (route.body === undefined) return { body: undefined, isLarge: false };
  if (route.takesCloudEvents === true && (isStructuredEvent(headers) || isBinaryEvent(headers)))
    return { body: readEvent(bytes, headers, route), isLarge: false };
  if (large === undefined || route.isBodyRaw === true || bytes.byteLength <= large.fromBytes)
    return { body: readJson(bytes, headers, route), isLarge: false };
  checkType(headers, route.isTypeOptional);
  if (route.takesText === true && !wantsValue) return unread;
  return { body: await large.read(name, bytes, identity.owner), isLarge: true };
}

/** One without data has no body, if its attributes are in headers. */
function readEvent(bytes: Uint8Array, headers: Headers, route: Route): Json | undefined {
  const isEmpty = bytes.byteLength === 0 && isBinaryEvent(headers);
  return eventBody(headers, isEmpty ? undefined : readJson(bytes, headers, route));
}

/** Who has no key sends little: each of a thousand slow senders holds that much memory. */
function bodyLimits(
  { scope, isSigned, isBodyRaw }: Route,
  { limits: { bodyBytesMax, hookBodyBytesMax, mcpBodyBytesMax }, openLimits }: Guards,
): BodyLimits {
  // A library parses it, at once.
  if (isBodyRaw === true) return { limitBytes: Math.min(mcpBodyBytesMax, bodyBytesMax) };
  if (scope !== null) return { limitBytes: bodyBytesMax };
  if (isSigned !== true) return openLimits;
  return { ...openLimits, limitBytes: Math.min(hookBodyBytesMax, bodyBytesMax) };
}

/** The caller, if they may do this and are within their rate. */
async function admit(
  request: Request,
  { scope, isForOperator, isForRuns }: Route,
  { guards, trail }: { readonly guards: Guards; readonly trail: RequestTrail },
): Promise<Identity> {
  if (scope === null) return localIdentity;
  const { headers } = request;
  const refused = await guards.limitRate.refuseAgain(headers);
  if (refused !== undefined) {
    trail.identity = refused.identity;
    throw refused.error;
  }
  const identity = withoutUndefined({
    ...(await guards.identify(request)),
    caller: callerIn(headers),
  });
  trail.identity = identity;
  await guards.limitRate.take(identity, headers);
  checkScope(identity, scope);
  if (identity.run !== undefined && isForRuns !== true)
    throw new EngineError('NOT_ALLOWED', {
      what: 'do this: the token of a run only reads its outputs',
    });
  if (isForOperator === true) checkOperator(identity);
  return identity;
}

/** Node's side of the answer; undefined without a socket. */
export function outgoingOf({ env }: Context): ServerResponse | undefined {
  return (env as { readonly outgoing?: ServerResponse } | undefined)?.outgoing;
}

/** Node's side of the request; undefined without a socket. */
function incomingOf({ env }: Context): IncomingMessage | undefined {
  // Given by the adapter for Node, beside `outgoing`.
  return (env as { readonly incoming?: IncomingMessage } | undefined)?.incoming;
}

/** Behind a proxy that terminates TLS, its header says so. */
function isOverHttps({ url, headers }: Request): boolean {
  return url.startsWith('https:') || headers.get('x-forwarded-proto') === 'https';
}

function checkParts(
  context: Context,
  route: Route,
  { body, isLarge }: Body,
): CheckedRequest<RouteName> {
  const { body: schema, ...others } = route;
  const isChecked = isLarge || schema === undefined;
  const checked = checkRequest<RouteName>(isChecked ? others : route, {
    params: context.req.param() as { readonly [name: string]: string },
    query: context.req.query(),
    headers: context.req.raw.headers,
    body,
  });
  if (!checked.ok) throw new EngineError('REQUEST_INVALID', { complaints: checked.complaints });
  // A thread has checked it against the same schema.
  return isLarge ? { ...checked.request, body: body as never } : checked.request;
}

/** What a handler has set itself stays. */
export function withHeaders(response: Response, trail?: RequestTrail): Response {
  for (const [name, value] of Object.entries(securityHeaders))
    if (!response.headers.has(name)) response.headers.set(name, value);
  if (trail !== undefined) response.headers.set('x-request-id', trail.id);
  return response;
}
