export { toolNames } from './mcp/tool-names.ts';
