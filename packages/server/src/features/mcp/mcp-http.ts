import type { McpHttp, McpHttpOptions } from './mcp-options.ts';

/** MCP over HTTP. The protocol's library is loaded with the first request. */
export function mcpHttp(options: McpHttpOptions): McpHttp {
  let made: Promise<McpHttp> | null = null;
  const load = async () => (await import('./transports/http-endpoint.ts')).httpEndpoint(options);
  return {
    fetch: async (request, caller) => (await (made ??= load())).fetch(request, caller),
    close: async () => (await made)?.close(),
  };
}
