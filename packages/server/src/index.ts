// The public names of the server.
export { createServer, type ServerOptions, type SkeinServer } from './create-server.ts';
export type { Listening, ListenOptions } from './listen.ts';
export type { Catalogue, McpServerInfo, McpServers, Template } from './services.ts';
export { sealer } from './secrets/sealer.ts';
export { storedSecrets } from './secrets/stored-secrets.ts';
export { makeKey, type NewKey } from './keys/make-key.ts';
export { isScope } from './identity/is-scope.ts';
export { ownerOf, userOf, type Identity } from './identity/identity.ts';
export type { ReadToken } from './identity/authenticate.ts';
export { oidcTokens, type OidcOptions } from './identity/oidc-tokens.ts';
export type { Rate } from './http/rate-limit.ts';
export { problemResponse, type ProblemOptions } from './http/problem-response.ts';
export { mcpHttp, type McpHttp, type McpHttpOptions } from './mcp/mcp-http.ts';
export { mcpStdio, type McpStdio, type McpStdioOptions } from './mcp/mcp-stdio.ts';
export { toolNames } from './mcp/tool-names.ts';
