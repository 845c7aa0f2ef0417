// MCP over the pipes of a process: stdout carries protocol messages and nothing else.
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { giveAs } from '../../waits/answer-as.ts';
import { isClientFault } from '../is-client-fault.ts';
import { outputMaxDefault, type McpHost } from '../mcp-host.ts';
import { mcpServer } from '../mcp-server.ts';
import type { McpStdio, McpStdioOptions } from '../mcp-options.ts';
import { watchTools } from './watch-tools.ts';

export function stdioPipe(options: McpStdioOptions): McpStdio {
  const { engine, version, user, onProblem, outputMax = outputMaxDefault, input, output } = options;
  const host = {
    engine,
    onProblem,
    outputMax,
    isClosing: () => true,
    // The other end of a pipe goes away when its process ends, whatever was in flight.
    cancelsOnDisconnect: false,
    user,
    answer: options.answer ?? ((identity, given) => giveAs(engine, identity, given)),
  } satisfies McpHost;
  const ended = new Promise<void>((resolve) => {
    input.once('close', resolve);
    input.once('end', resolve);
  });
  let server: Server | null = null;
  const handle = serveStdio(() => (server = mcpServer(host, version)), {
    transport: new StdioServerTransport(input, output),
    onerror: (error) => void (isClientFault(error) || onProblem(error)),
  });
  const unwatch = watchTools(engine, (users) => {
    if (users.has(user)) server?.sendToolListChanged().catch(onProblem);
  });
  return {
    ended,
    async close() {
      unwatch();
      await handle.close();
    },
  };
}
