import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import type { StudioOptions } from './start-studio.ts';

const require = createRequire(new URL('../../../agents/package.json', import.meta.url));
const filesystem = path.join(
  path.dirname(require.resolve('@modelcontextprotocol/server-filesystem/package.json')),
  'dist/index.js',
);

/** A closed server with a provider, a name for a model and a real MCP server, of whose tools one was confirmed when it was another. */
export const settingsOptions: StudioOptions = {
  isClosed: true,
  config: {
    providers: { local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } },
    models: { default: 'scripted', aliases: { fast: 'local/llama3.2' } },
    openapi: { odd: { document: 'odd.json', baseURL: 'http://127.0.0.1:9' } },
    mcpServers: { files: { command: process.execPath, args: [filesystem, '.'] } },
  },
  files: {
    'odd.json': {
      openapi: '3.1.0',
      paths: {
        '/look': {
          get: {
            operationId: 'look',
            parameters: [
              { name: 'code', in: 'query', schema: { type: 'string', pattern: '^(?!x)' } },
            ],
          },
        },
      },
    },
    '.skein/confirmed-tools.json': { confirmed: { files: { read_file: 'sha256:before' } } },
  },
};
