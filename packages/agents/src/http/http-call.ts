import type { Json, RunId } from '@skein/kernel';
import type { LookupFunction } from 'node:net';
import type { OwnPlaces } from './own-places.ts';

export interface HttpCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | SentBytes;
  readonly signal: AbortSignal;
  /** The run that makes it. */
  readonly run?: RunId;
  /** Its headers contain secrets, under any name: no header is sent to another origin. */
  readonly hasSecrets?: boolean;
  /** The address without the secrets in it, which is what recordings know it by; default: the address. */
  readonly shownUrl?: string;
  /** Default: the guard's; never longer than the host allows. */
  readonly timeoutMs?: number;
  /** A compressed response is decompressed, up to the limit of its size, although none was requested. */
  readonly decompresses?: boolean;
  /** Takes the body of a response with a status of 2xx as it comes, and bounds its size; what it gives back is the `value` of the reply. */
  readonly take?: (head: ReplyHead, bytes: AsyncIterable<Uint8Array>) => Promise<Json>;
  /** Whether this one is for `take`; default: all of them. */
  readonly isTaken?: (head: ReplyHead) => boolean;
  /** A redirect is the reply: the caller decides whether it goes there. */
  readonly keepsRedirects?: boolean;
  /** A response over the limit is truncated instead of refused. */
  readonly cuts?: boolean;
}

/** A body that is sent piece by piece. */
export interface SentBytes {
  readonly length: number;
  /** From the beginning, each time: a redirect may want it again. */
  open(): AsyncIterable<Uint8Array>;
  /** What recordings know it by. */
  readonly shown: string;
}

/** The beginning of a response, before its body. */
export interface ReplyHead {
  readonly url: URL;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Its body, where it was read already: by `take`, or when it was recorded. */
  readonly value?: Json;
  /** The response was longer. */
  readonly isCut?: true;
}

export type GuardedFetch = (call: HttpCall) => Promise<HttpReply>;

export interface GuardOptions {
  /** Hosts, or hosts with ports (`127.0.0.1:8080`), that may be reached wherever they are; default: none. */
  readonly allow?: readonly string[];
  /** Default 30 s, redirects included. */
  readonly timeoutMs?: number;
  /** Default 5 MB. */
  readonly bytesMax?: number;
  /** Where the server of these runs is: no request goes there, whatever is allowed. */
  readonly own?: OwnPlaces;
  /** Resolves names; default: the system's. */
  readonly lookup?: LookupFunction;
  /** Why nothing at all is reached; absent: what is allowed. */
  readonly closed?: string;
}
