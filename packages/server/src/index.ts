// The public names of the server.
export { problemResponse, type ProblemOptions } from './http/problem-response.ts';
export { mcpHttp, type McpHttp, type McpHttpOptions } from './mcp/mcp-http.ts';
export { mcpStdio, type McpStdio, type McpStdioOptions } from './mcp/mcp-stdio.ts';
export { toolNames } from './mcp/tool-names.ts';
