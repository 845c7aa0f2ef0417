import type { LookupFunction } from 'node:net';

export interface HttpCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Its headers hold secrets, under whatever names: none of them follows to another origin. */
  readonly hasSecrets?: boolean;
  /** An answer over the limit is cut there instead of refused. */
  readonly cuts?: boolean;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The answer went on after this. */
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
  /** Resolves names; default: the system's. */
  readonly lookup?: LookupFunction;
}
