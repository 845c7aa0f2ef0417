// Messages with a remote server
// Configuring the address allows its host, wherever that is; redirects of the server are checked by the guard of all requests.
//
// H1. The connection ends when the server cannot be reached or breaks off an answer: the library would wait for it. Only the
//     stream on which a server speaks unasked may break; that is asked for again.
// H2. A server that refuses the token of a connection, or wants one with more scopes, is asked once more, with another one. A sign-in that
//     is needed ends the connection, whatever the library makes of it.
import {
  extractWWWAuthenticateParams,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { failureIn } from '../../failure-error.ts';
import { neededSignIn } from '../../connections/sign-in-needed.ts';
import { streamFetch, type StreamFetch } from '../../http/stream-fetch.ts';

export type HttpTransport = Transport & { ended: string | null; signIn: Error | null };

/** The token to send; `refused` is one that the server did not take, `wanted` what it wants in addition. */
export type GetToken = (refused?: string, wanted?: string) => Promise<string>;

export function openHttpTransport({
  url,
  headers,
  lineMax,
  allow,
  token,
}: {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly lineMax: number;
  /** Default: the address itself, wherever it is. */
  readonly allow?: readonly string[] | undefined;
  readonly token?: GetToken | undefined;
}): HttpTransport {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const end = (error: Error, method: string) => {
    const failure = failureIn(error);
    // Without a failure of ours the socket broke while the answer came.
    if (method === 'GET' && failure === undefined) return;
    transport.ended ??= failure?.message ?? 'it broke off its answer';
    void transport.close();
  };
  const open = streamFetch({
    allow: allow ?? [`${url.hostname}:${port}`],
    lineMax,
    onBroken: end,
  });
  const needSignIn = (error: Error) => {
    transport.signIn = error;
    void transport.close();
  };
  const library = new StreamableHTTPClientTransport(url, {
    fetch: token === undefined ? open : withToken(open, token, needSignIn),
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
    signIn: null,
  }) as HttpTransport;
  return transport;
}

/** H2. */
function withToken(
  open: StreamFetch,
  token: GetToken,
  needSignIn: (error: Error) => void,
): StreamFetch {
  const taken: GetToken = (refused, wanted) =>
    token(refused, wanted).catch((error: unknown) => {
      if (error instanceof Error && neededSignIn(error) !== null) needSignIn(error);
      throw error;
    });
  return async (url, init = {}) => {
    const send = (value: string) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${value}`);
      return open(url, { ...init, headers });
    };
    const first = await taken();
    const response = await send(first);
    const wanted = wantedOf(response);
    if (response.status !== 401 && wanted === undefined) return response;
    const next = await taken(first, wanted);
    // There is nothing more to ask for: what the server said is the answer.
    if (next === first) return response;
    await response.body?.cancel();
    return send(next);
  };
}

/** The scopes that a token lacks, where the server says so. */
function wantedOf(response: Response): string | undefined {
  if (response.status !== 403) return undefined;
  const { error, scope } = extractWWWAuthenticateParams(response);
  return error === 'insufficient_scope' ? scope : undefined;
}
