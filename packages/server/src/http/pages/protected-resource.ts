// What clients of MCP need to find out who gives them tokens (RFC 9728)
// Only where another identity provider does (`server.oidc`): keys of this server are given to people, not to programs that ask.
import { scopes, type JsonObject } from '@skein/api';
import type { ProblemReply } from '../problem-response.ts';

export interface ProtectedResource {
  /** The issuers of tokens that this server takes. */
  readonly authorizationServers: readonly string[];
  /** Where the server is, with the path that it is mounted at. */
  readonly place: () => string;
}

const wellKnown = '/.well-known/oauth-protected-resource';
const mcpPath = '/mcp';

/** Where clients look: by the address of the endpoint, and at the root. */
export const resourcePaths: readonly string[] = [`${wellKnown}${mcpPath}`, wellKnown];

const mcpRoutes: ReadonlySet<string> = new Set(['mcp', 'mcpEvents', 'mcpEnd']);

export function resourceMetadata({ authorizationServers, place }: ProtectedResource): JsonObject {
  return {
    resource: `${place()}${mcpPath}`,
    resource_name: 'Skein',
    authorization_servers: [...authorizationServers],
    bearer_methods_supported: ['header'],
    scopes_supported: [...scopes],
  };
}

/** The refusal of a client without a valid token, with where it learns how to get one. */
export function withResource(
  route: string,
  reply: ProblemReply,
  resource: ProtectedResource,
): ProblemReply {
  const isAsked = reply.status === 401 && mcpRoutes.has(route);
  if (!isAsked || resource.authorizationServers.length === 0) return reply;
  const metadata = `${resource.place()}${wellKnown}${mcpPath}`;
  const challenge = `Bearer realm="skein", resource_metadata="${metadata}"`;
  return { ...reply, headers: { ...reply.headers, 'www-authenticate': challenge } };
}
