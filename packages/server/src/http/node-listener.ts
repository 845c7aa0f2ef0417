import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';

/** What Express adds to a request: the address before it cut off the path that the handler is mounted at. */
export type NodeRequest = IncomingMessage & { originalUrl?: string };

export type NodeListener = (incoming: NodeRequest, outgoing: ServerResponse) => Promise<void>;

/** Answers requests of Node's own servers, and of the frameworks on them, by a function from request to response that is also given their sides. */
export function nodeListener(
  fetch: (request: Request, sides?: unknown) => Promise<Response>,
): NodeListener {
  const answer = getRequestListener(fetch, { overrideGlobalObjects: false });
  return async (incoming, outgoing) => {
    if (wasRead(incoming)) {
      // Signatures are of bytes, and the bytes are gone.
      const message =
        'The body of this request was read before Skein got it: mount the handler before parsers of bodies, such as express.json().';
      outgoing.writeHead(500, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ error: { code: 'INTERNAL', message } }));
      return;
    }
    if (incoming.originalUrl !== undefined) incoming.url = incoming.originalUrl;
    await answer(incoming, outgoing);
  };
}

function wasRead(incoming: IncomingMessage): boolean {
  const { headers } = incoming;
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  return hasBody && incoming.readableDidRead;
}
