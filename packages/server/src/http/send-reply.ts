// Sending answers
// A web Response costs more than all the rest of a small answer, because Node wraps its body into a stream. So if there is a
// socket, status, headers and text go straight to it; without one, as in tests, they become a Response.
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Route, RouteName } from '@skein/api';
import type { Reply } from '../handlers/handler.ts';
import type { ProblemReply } from './problem-response.ts';
import { securityHeaders } from './security-headers.ts';
import { sendText } from './send-text.ts';

/** An answer with its status, which the Response of an answer that was already sent does not have. */
export interface Sent {
  readonly status: number;
  readonly response: Response;
}

export interface SendOptions {
  readonly route: Route;
  /** Node's side of the answer; undefined without a socket. */
  readonly outgoing: ServerResponse | undefined;
  readonly requestId: string;
  /** Of the body, where it was written before. */
  readonly text?: string | undefined;
}

export function sendReply(
  { status: given, headers: own, body }: Reply<RouteName>,
  { route, outgoing, requestId, text: written }: SendOptions,
): Sent {
  const status = given ?? route.statuses[0] ?? 200;
  const isText = typeof body === 'string' && route.mediaType !== undefined;
  const text = body === undefined ? null : isText ? body : (written ?? JSON.stringify(body));
  const headers: Record<string, string> = {
    ...securityHeaders,
    'cache-control': 'no-store',
    'x-request-id': requestId,
    ...own,
  };
  if (text !== null) headers['content-type'] ??= route.mediaType ?? 'application/json';
  return send({ status, headers, text }, outgoing);
}

export function sendProblem(
  { status, headers, text }: ProblemReply,
  { outgoing, requestId }: Omit<SendOptions, 'route' | 'text'>,
): Sent {
  return send(
    { status, headers: { ...securityHeaders, 'x-request-id': requestId, ...headers }, text },
    outgoing,
  );
}

function send(
  given: { status: number; headers: Record<string, string>; text: string | null },
  outgoing: ServerResponse | undefined,
): Sent {
  const { status, headers, text } = given;
  if (outgoing === undefined) return { status, response: new Response(text, { status, headers }) };
  if (text !== null) headers['content-length'] = String(Buffer.byteLength(text));
  outgoing.writeHead(status, headers);
  if (text === null) outgoing.end();
  else sendText(outgoing, text);
  return { status, response: RESPONSE_ALREADY_SENT };
}
