import type { Json } from '@skein/kernel';
import type { LookupFunction } from 'node:net';
import type { OwnPlaces } from './own-places.ts';

export interface HttpCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Its headers contain secrets, under any name: no header is sent to another origin. */
  readonly hasSecrets?: boolean;
  /** The address without the secrets in it, which is what recordings know it by; default: the address. */
  readonly shownUrl?: string;
  /** Default: the guard's; never longer than the host allows. */
  readonly timeoutMs?: number;
  /** A compressed response is decompressed, up to the limit of its size, although none was requested. */
  readonly decompresses?: boolean;
  /** A response over the limit is truncated instead of refused. */
  readonly cuts?: boolean;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Its body as it was read when it was recorded, if it comes from a recording. */
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
}
