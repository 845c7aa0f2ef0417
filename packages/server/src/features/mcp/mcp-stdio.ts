import type { BuildingStdioOptions, McpStdio, McpStdioOptions } from './mcp-options.ts';

/** MCP over the pipes of a process. The protocol's library is loaded here. */
export async function mcpStdio(options: McpStdioOptions): Promise<McpStdio> {
  return (await import('./transports/stdio-pipe.ts')).stdioPipe(options);
}

/** The same for tools that build workflows. */
export async function buildingStdio(options: BuildingStdioOptions): Promise<McpStdio> {
  return (await import('./transports/building-pipe.ts')).buildingPipe(options);
}
