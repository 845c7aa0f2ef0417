import type { FetchLike } from '@modelcontextprotocol/client';
import { isLoopback, isSafe } from '../connection-settings.ts';

const timeoutMs = 20_000;

/**
 * Requests to where an MCP server says that people sign in. A server elsewhere does not send us to this very machine, nor
 * by a redirect to where it was not looked at: the library follows those within an origin, through here.
 */
export function serverFetch(mcp: string): FetchLike {
  const isHere = isLoopback(new URL(mcp).hostname);
  return async (given, init) => {
    const url = new URL(String(given));
    if (!isSafe(url.href) || (isLoopback(url.hostname) && !isHere))
      throw new Error('It names an address that is not https, or is on this machine.');
    return fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  };
}
