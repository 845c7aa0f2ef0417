// The public names of the server.
export { createServer, type ServerOptions, type SkeinServer } from './create-server.ts';
export type { Listening, ListenOptions } from './listen.ts';
export type { Catalogue, Template } from './services.ts';
export { problemResponse, type ProblemOptions } from './http/problem-response.ts';
export { mcpHttp, type McpHttp, type McpHttpOptions } from './mcp/mcp-http.ts';
export { mcpStdio, type McpStdio, type McpStdioOptions } from './mcp/mcp-stdio.ts';
export { toolNames } from './mcp/tool-names.ts';
