// Messages with a remote server
// Configuring the address allows its host, wherever that is; redirects of the server are checked by the guard of all requests.
//
// H1. The connection ends when the server cannot be reached or breaks off an answer: the library would wait for it. Only the
//     stream on which a server speaks unasked may break; that is asked for again.
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { failureIn } from '../../failure-error.ts';
import { streamFetch } from '../../http/stream-fetch.ts';

export type HttpTransport = Transport & { ended: string | null };

export function openHttpTransport({
  url,
  headers,
  lineMax,
  allow,
}: {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly lineMax: number;
  /** Default: the address itself, wherever it is. */
  readonly allow?: readonly string[] | undefined;
}): HttpTransport {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const end = (error: Error, method: string) => {
    const failure = failureIn(error);
    // Without a failure of ours the socket broke while the answer came.
    if (method === 'GET' && failure === undefined) return;
    transport.ended ??= failure?.message ?? 'it broke off its answer';
    void transport.close();
  };
  const library = new StreamableHTTPClientTransport(url, {
    fetch: streamFetch({ allow: allow ?? [`${url.hostname}:${port}`], lineMax, onBroken: end }),
    requestInit: { headers: { ...headers } },
    reconnectionOptions: {
      initialReconnectionDelay: 200,
      maxReconnectionDelay: 400,
      reconnectionDelayGrowFactor: 1.5,
      maxRetries: 2,
    },
  });
  // The class leaves optional what the interface calls undefined; they are the same at run time.
  const transport = Object.assign(library as unknown as Transport, {
    ended: null,
  }) as HttpTransport;
  return transport;
}
