import { failureIn } from '@skein/agents';
import { EngineError } from '@skein/ports';
import type { McpServers, ServerOptions } from '@skein/server';
import { everybody, type ComposedTools } from '../parts/compose-tools.ts';

/** The MCP servers for everybody, for administration over HTTP. */
export function mcpServersOf({
  configured,
  ofServer,
}: Pick<ComposedTools, 'configured' | 'ofServer'>): McpServers {
  const list = async () => {
    const [named, added] = await Promise.all([
      configured?.mcp.servers(),
      ofServer?.servers(everybody),
    ]);
    return [...(named ?? []), ...(added ?? []).map((each) => ({ ...each, isAdded: true }))];
  };
  return {
    list,
    changed: async () => ofServer?.changed(everybody),
    async confirm(server, tools) {
      const isKnown = (await list()).some(({ name }) => name === server);
      if (!isKnown) throw new EngineError('NOT_FOUND', { what: 'MCP server', id: server });
      try {
        await configured?.mcp.confirm(server, tools);
      } catch (error) {
        // A server that cannot be reached is left unchanged, and the list says why.
        if (failureIn(error) === undefined) throw error;
      }
    },
  };
}

/** Those that users have set up for themselves. */
export function userMcpServersOf({
  ofUsers,
}: Pick<ComposedTools, 'ofUsers'>): Pick<ServerOptions, 'userMcpServers'> {
  if (ofUsers === null) return {};
  return {
    userMcpServers: {
      list: (user) => ofUsers.servers(user),
      changed: (user) => ofUsers.changed(user),
    },
  };
}
