import type { FetchLike } from '@modelcontextprotocol/client';
import { isLoopback, isSafe } from '../connection-settings.ts';

const timeoutMs = 20_000;

/** Requests to where an MCP server says that people sign in. A server elsewhere does not send us to this very machine. */
export function serverFetch(mcp: string): FetchLike {
  const isHere = isLoopback(new URL(mcp).hostname);
  return async (given, init) => {
    const url = new URL(String(given));
    if (!isSafe(url.href) || (isLoopback(url.hostname) && !isHere))
      throw new Error('It names an address that is not https, or is on this machine.');
    return fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  };
}
