// Guarded outbound requests, as node functions see them. The implementation is loaded with the first call: most runs make none.
import type { GuardedFetch, GuardOptions } from './http-call.ts';
import type { StreamFetch, StreamOptions } from './stream-fetch.ts';

export function guardedFetch(options: GuardOptions = {}): GuardedFetch {
  let opened: Promise<GuardedFetch> | null = null;
  return async (call) => {
    opened ??= import('./open-fetch.ts').then(({ openFetch }) => openFetch(options));
    const fetch = await opened;
    return fetch(call);
  };
}

/** An address of a host that may be reached, for connections that are not HTTP; fails with HTTP_REFUSED when it may not. */
export function guardedResolve(
  options: GuardOptions = {},
): (place: { readonly host: string; readonly port: number }) => Promise<string> {
  return async (place) => {
    const { openResolve } = await import('./open-fetch.ts');
    return openResolve(options)(place);
  };
}

/** Guarded requests that look like those of the web, for libraries that bring their own protocol. */
export function guardedStream(options: StreamOptions): StreamFetch {
  return async (url, init) => {
    const { streamFetch } = await import('./stream-fetch.ts');
    return streamFetch(options)(url, init);
  };
}
