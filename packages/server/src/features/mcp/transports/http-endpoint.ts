// The MCP endpoint
// One address for all clients. Clients of the protocol's 2026 revision need no session: every request stands for itself. Older
// ones open a session, because only there can they be asked questions and cancel calls.
// H3. Whoever mounts this has authenticated the caller, and checked the headers Host and Origin.
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { giveAs } from '../../waits/answer-as.ts';
import { authOf } from '../runs/caller-of.ts';
import { isClientFault } from '../is-client-fault.ts';
import { ownValue } from '../own-value.ts';
import { outputMaxDefault, type McpHost } from '../mcp-host.ts';
import type { McpHttp, McpHttpOptions } from '../mcp-options.ts';
import { mcpServer } from '../mcp-server.ts';
import { HttpSessions } from './http-sessions.ts';
import { UserBus } from './user-bus.ts';
import { watchTools } from './watch-tools.ts';

export function httpEndpoint(options: McpHttpOptions): McpHttp {
  const { engine, version, onProblem, outputMax = outputMaxDefault } = options;
  const answer = options.answer ?? ((identity, given) => giveAs(engine, identity, given));
  let isClosing = false;
  const hostOf = (user: string | undefined, cancelsOnDisconnect: boolean): McpHost => ({
    engine,
    onProblem,
    outputMax,
    isClosing: () => isClosing,
    cancelsOnDisconnect,
    user,
    answer,
  });
  const onFault = (error: unknown) => void (isClientFault(error) || onProblem(error));
  const bus = new UserBus();
  const modern = createMcpHandler(
    ({ authInfo }) => mcpServer(hostOf(userOf(authInfo?.extra), true), version),
    // Headers are sent at once: clients time out on an answer that does not begin.
    { legacy: 'reject', responseMode: 'sse', onerror: onFault, bus },
  );
  const sessions = new HttpSessions(options, (user) => mcpServer(hostOf(user, false), version));
  const unwatch = watchTools(engine, (users) => {
    bus.tellToolsChanged(users);
    sessions.tellToolsChanged(users);
  });
  return {
    async fetch(request, caller = {}) {
      if (await isLegacyRequest(request)) return sessions.fetch(request, caller);
      const authInfo = authOf(caller);
      return bus.as(caller.user, () => modern.fetch(request, { authInfo }));
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
  const user = ownValue(ownValue(extra, 'caller'), 'user');
  return typeof user === 'string' ? user : undefined;
}
