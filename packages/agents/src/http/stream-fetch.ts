// Guarded requests for libraries that bring their own protocol
// Looks like the `fetch` of the web and streams the body. The guard is that of all other requests.
import { Readable } from 'node:stream';
import { failureError } from '../failure-error.ts';
import type { GuardOptions, HttpCall } from './http-call.ts';
import { openExchange } from './open-fetch.ts';

export interface StreamOptions extends Pick<GuardOptions, 'allow' | 'lookup'> {
  /** The longest line of a response, in bytes; a response that continues without an end of line is aborted there. */
  readonly lineMax: number;
  /** Called for responses that never came or broke off, unless the caller aborted them. */
  readonly onBroken?: (error: Error, method: string) => void;
}

export type StreamFetch = (
  url: string | URL,
  init?: {
    readonly method?: string;
    readonly headers?: ConstructorParameters<typeof Headers>[0];
    readonly body?: unknown;
    readonly signal?: AbortSignal | null;
    /** `manual`: a redirect is the response. */
    readonly redirect?: string;
  },
) => Promise<Response>;

export function streamFetch(options: StreamOptions): StreamFetch {
  const exchange = openExchange(options);
  return async (url, init = {}) => {
    const call: HttpCall = {
      method: init.method ?? 'GET',
      url: String(url),
      headers: Object.fromEntries(new Headers(init.headers)),
      signal: init.signal ?? new AbortController().signal,
      hasSecrets: true,
      keepsRedirects: init.redirect === 'manual',
      ...(typeof init.body === 'string' && { body: init.body }),
    };
    const report = (error: unknown) => {
      if (!call.signal.aborted && error instanceof Error) options.onBroken?.(error, call.method);
    };
    const { response } = await exchange(call).catch((error: unknown) => {
      report(error);
      throw error;
    });
    response.on('error', report);
    const status = response.statusCode ?? 0;
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      if (typeof value === 'string') headers.set(name, value);
    }
    const isEmpty = status === 204 || status === 205 || status === 304 || status < 200;
    if (isEmpty) {
      response.resume();
      return new Response(null, { status: status < 200 ? 204 : status, headers });
    }
    // Node's stream of the web and the global one are the same thing under two names.
    const body = Readable.toWeb(response) as ReadableStream<Uint8Array>;
    return new Response(body.pipeThrough(boundLines(options.lineMax, report)), { status, headers });
  };
}

function boundLines(
  lineMax: number,
  report: (error: Error) => void,
): TransformStream<Uint8Array, Uint8Array> {
  const lineEnd = 10;
  let length = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const last = chunk.lastIndexOf(lineEnd);
      length = last === -1 ? length + chunk.length : chunk.length - last - 1;
      if (length <= lineMax) {
        controller.enqueue(chunk);
        return;
      }
      const error = tooLong(lineMax);
      report(error);
      controller.error(error);
    },
  });
}

function tooLong(lineMax: number): Error {
  return failureError({
    code: 'HTTP_REFUSED',
    message: `A response was aborted: it has more than ${lineMax} bytes without an end of line.`,
    retry: 'never',
  });
}
