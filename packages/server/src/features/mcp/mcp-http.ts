// The MCP endpoint for whoever serves HTTP; the library behind it is loaded with the first request.
import type { Engine } from '@skein/engine';

export interface McpHttpOptions {
  readonly engine: Engine;
  /** Of Skein, as clients see it. */
  readonly version: string;
  /** Hears of what went wrong inside. */
  readonly onProblem: (error: unknown) => void;
  /** The longest text of an output in a result, in characters; default 50,000. */
  readonly outputMax?: number;
  /** How many sessions of older clients may be open, a tenth of them for one user; default 1,000. */
  readonly sessionsMax?: number;
  /** How long a session may be unused; default half an hour. */
  readonly sessionIdleMs?: number;
}

export interface McpHttp {
  /** Answers one request of this user; without one, of the only user there is. */
  fetch(request: Request, caller?: { readonly user?: string }): Promise<Response>;
  /** Breaks off all calls; their runs go on. */
  close(): Promise<void>;
}

export function mcpHttp(options: McpHttpOptions): McpHttp {
  let made: Promise<McpHttp> | null = null;
  const load = async () => (await import('./transports/http-endpoint.ts')).mcpEndpoint(options);
  return {
    fetch: async (request, caller) => (await (made ??= load())).fetch(request, caller),
    close: async () => (await made)?.close(),
  };
}
