// The MCP endpoint
// One address for all clients. Clients of the protocol's 2026 revision need no session: every request stands for itself. Older
// ones open a session, because only there can they be asked questions and cancel calls.
// H3. Whoever mounts this has authenticated the caller, and checked the headers Host and Origin.
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { ownValue } from '../own-value.ts';
import { outputMaxDefault, type McpHost } from '../mcp-host.ts';
import type { McpHttp, McpHttpOptions } from '../mcp-options.ts';
import { mcpServer } from '../mcp-server.ts';
import { HttpSessions } from './http-sessions.ts';
import { UserBus } from './user-bus.ts';
import { watchTools } from './watch-tools.ts';

export function httpEndpoint(options: McpHttpOptions): McpHttp {
  const { engine, version, onProblem, outputMax = outputMaxDefault } = options;
  let isClosing = false;
  const hostOf = (user: string | undefined, cancelsOnDisconnect: boolean): McpHost => ({
    engine,
    onProblem,
    outputMax,
    isClosing: () => isClosing,
    cancelsOnDisconnect,
    user,
  });
  const bus = new UserBus();
  const modern = createMcpHandler(
    ({ authInfo }) => mcpServer(hostOf(userOf(authInfo?.extra), true), version),
    // Headers are sent at once: clients time out on an answer that does not begin.
    { legacy: 'reject', responseMode: 'sse', onerror: onProblem, bus },
  );
  const sessions = new HttpSessions(options, (user) => mcpServer(hostOf(user, false), version));
  const unwatch = watchTools(engine, (users) => {
    bus.tellToolsChanged(users);
    sessions.tellToolsChanged(users);
  });
  return {
    async fetch(request, { user } = {}) {
      if (await isLegacyRequest(request)) return sessions.fetch(request, user);
      const extra = user === undefined ? {} : { user };
      const authInfo = { token: '', clientId: user ?? '', scopes: [], extra };
      return bus.as(user, () => modern.fetch(request, { authInfo }));
    },
    async close() {
      isClosing = true;
      unwatch();
      await modern.close();
      await sessions.close();
    },
  };
}

function userOf(extra: unknown): string | undefined {
  const user = ownValue(extra, 'user');
  return typeof user === 'string' ? user : undefined;
}
