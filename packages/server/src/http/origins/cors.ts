// Pages of other origins
// C1. Only those that the operator has named; every other page is refused as before (Origin checks).
// C2. They use a key or a token: no cookie is asked for (`access-control-allow-credentials`), and one that a browser sends along to its own site
//     gives no rights (authenticate N4).
import type { ServerResponse } from 'node:http';
import type { Context, Hono, Next } from 'hono';

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** What clients of the doors read: which run and session it was, when to come again, where a token is had. */
const shownHeaders = [
  'mcp-session-id',
  'retry-after',
  'www-authenticate',
  'x-request-id',
  'x-run-id',
  'x-vercel-ai-ui-message-stream',
].join(', ');
/** How long a browser remembers that it may ask. */
const announcedSeconds = '600';
/** A page names a handful; what is longer is not answered. */
const namesMax = 2000;

export interface PageRules {
  /** Origins, such as `https://app.example.org`. */
  readonly pages: readonly string[];
  /** Node's side of the answer; undefined without a socket. */
  readonly outgoingOf: (context: Context) => ServerResponse | undefined;
}

/** Lets pages of these origins ask, in browsers. */
export function allowPages(app: Hono, { pages, outgoingOf }: PageRules): void {
  if (pages.length === 0) return;
  app.use('*', async (context, next) => {
    const origin = context.req.header('origin');
    if (origin === undefined || !pages.includes(origin)) return next();
    if (isAnnouncement(context)) return allowance(context, origin);
    return allowed(context, next, { origin, outgoing: outgoingOf(context) });
  });
}

function isAnnouncement({ req }: Context): boolean {
  return req.method === 'OPTIONS' && req.header('access-control-request-method') !== undefined;
}

function allowance({ req }: Context, origin: string): Response {
  const names = req.header('access-control-request-headers') ?? '';
  const headers = {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': names.length > namesMax ? '' : names,
    'access-control-max-age': announcedSeconds,
    vary: 'Origin, Access-Control-Request-Headers',
  };
  return new Response(null, { status: 204, headers });
}

async function allowed(
  context: Context,
  next: Next,
  { origin, outgoing }: { readonly origin: string; readonly outgoing: ServerResponse | undefined },
): Promise<void> {
  const headers = {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': shownHeaders,
    vary: 'Origin',
  };
  // Most answers go straight to the socket: what is set before is sent with them.
  if (outgoing !== undefined) setAll(outgoing, headers);
  await next();
  if (outgoing !== undefined) return;
  for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
}

function setAll(outgoing: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
}
