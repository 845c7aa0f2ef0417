// MCP over the pipes of a process: stdout carries messages of the protocol and nothing else.
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { outputMaxDefault } from './mcp-host.ts';
import { mcpServer } from './mcp-server.ts';
import type { McpStdio, McpStdioOptions } from './mcp-stdio.ts';

export function mcpPipe(options: McpStdioOptions): McpStdio {
  const { engine, version, user, onProblem, outputMax = outputMaxDefault, input, output } = options;
  const host = {
    engine,
    onProblem,
    outputMax,
    isClosing: () => true,
    // The other end of a pipe goes away when its process ends, whatever it still wanted.
    cancelsOnDisconnect: false,
    ...(user === undefined ? {} : { user }),
  };
  const ended = new Promise<void>((resolve) => {
    input.once('close', resolve);
    input.once('end', resolve);
  });
  const handle = serveStdio(() => mcpServer(host, version), {
    transport: new StdioServerTransport(input, output),
    onerror: onProblem,
  });
  return { ended, close: () => handle.close() };
}
