// The public names of the server.
export { problemResponse, type ProblemOptions } from './http/problem-response.ts';
export { toolNames } from './mcp/tool-names.ts';
