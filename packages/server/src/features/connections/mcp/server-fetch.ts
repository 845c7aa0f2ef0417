import type { FetchLike } from '@modelcontextprotocol/client';
import { isLoopback, isSafe } from '../connection-settings.ts';

/** Requests that the guard of the host lets through: to public addresses, to those that it allows, and to `allow`. */
export type Reach = (options: { readonly allow: readonly string[] }) => FetchLike;

const timeoutMs = 20_000;
const bytesMax = 1_000_000;

/**
 * Requests to where an MCP server says that people sign in. Its own address was named by the operator, wherever it is; what it names
 * itself passes the guard, so that it sends us neither into a private network nor, by a redirect, to where it was not looked at: the
 * library follows those within an origin, through here. A server on this machine may name others on this machine.
 */
export function serverFetch(mcp: string, reach: Reach): FetchLike {
  const server = new URL(mcp);
  const isHere = isLoopback(server.hostname);
  return async (given, init = {}) => {
    const url = new URL(String(given));
    const isOfHere = isHere && isLoopback(url.hostname);
    if (!isSafe(url.href) || (isLoopback(url.hostname) && !isHere))
      throw new Error('It names an address that is not https, or is on this machine.');
    const response = await reach({ allow: [placeOf(isOfHere ? url : server)] })(url, {
      ...init,
      ...sentBody(init),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { status, headers } = response;
    return new Response(response.body?.pipeThrough(bounded()) ?? null, { status, headers });
  };
}

function placeOf({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`;
}

/** Forms are sent as texts, with the type that they would have had. */
function sentBody({ body, headers }: RequestInit): Pick<RequestInit, 'body' | 'headers'> {
  if (!(body instanceof URLSearchParams)) return {};
  const sent = new Headers(headers);
  sent.set('content-type', 'application/x-www-form-urlencoded');
  return { body: body.toString(), headers: sent };
}

function bounded(): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > bytesMax) controller.error(new Error(`It says more than ${bytesMax} bytes.`));
      else controller.enqueue(chunk);
    },
  });
}
