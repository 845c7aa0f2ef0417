import { scopes, type PlainOr, type RunId } from '@skein/api';
import type { ServerContext } from '@modelcontextprotocol/server';
import { localIdentity, userOf } from '../../../identity/identity.ts';
import type { AnswerIdentity } from '../../waits/answer-as.ts';
import { ownValue } from '../own-value.ts';
import type { McpCaller } from '../mcp-options.ts';
import type { McpHost } from '../mcp-host.ts';

/** Who a call is from: of each request, because a session may be used with several keys of its user. */
export function callerOf({ user }: McpHost, { http }: ServerContext): AnswerIdentity {
  // Ours: `authOf` put it there.
  const caller = http?.authInfo?.extra?.['caller'] as McpCaller | undefined;
  const owner = user ?? '';
  return { ...localIdentity, scopes, ...caller, user: userOf(owner), owner };
}

/** What a request carries about its caller to the handlers. */
export function authOf(caller: McpCaller) {
  return { token: '', clientId: caller.user ?? '', scopes: [], extra: { caller } };
}

/** The run whose model makes this call, as our own client says. */
export function modelRunOf({ mcpReq }: ServerContext): PlainOr<RunId> | undefined {
  const run = ownValue(mcpReq._meta, 'skein/run');
  return typeof run === 'string' && run !== '' ? run : undefined;
}
