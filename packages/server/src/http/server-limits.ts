import type { LargeWorkLimits } from '../large/large-work.ts';

/** What a server takes of requests, and how long it waits for them. */
export interface ServerLimits extends LargeWorkLimits {
  /** Of one body; default 10 MB. */
  readonly bodyBytesMax?: number;
  /** Of one body without a key; default 64 KB. */
  readonly openBodyBytesMax?: number;
  /** Of one webhook; default 1 MB. */
  readonly hookBodyBytesMax?: number;
  /** Of one message to the MCP endpoint; default 1 MB. */
  readonly mcpBodyBytesMax?: number;
  /** Of all bodies without a key that have not arrived in full; default 64 MB. */
  readonly openBytesMax?: number;
  /** Connections at the same time; further ones are closed at once. Default 2,000. */
  readonly connectionsMax?: number;
  /** Until the headers of a request have arrived; default 10,000. */
  readonly headersMs?: number;
  /** Until a request has arrived in full; default 60,000. */
  readonly requestMs?: number;
}

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** The defaults of what the path of a request and its socket look at. */
export const usualLimits = {
  bodyBytesMax: 10 * megabyte,
  openBodyBytesMax: 64 * kilobyte,
  hookBodyBytesMax: megabyte,
  mcpBodyBytesMax: megabyte,
  openBytesMax: 64 * megabyte,
  connectionsMax: 2000,
  headersMs: 10_000,
  requestMs: 60_000,
} satisfies ServerLimits;
