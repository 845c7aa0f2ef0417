import type { Command } from '../arguments/command.ts';
import { configOption, serverOption } from './shared-options.ts';

export const secrets: Command = {
  name: 'secrets',
  summary: 'Stores keys and tokens for providers, tools and MCP servers in an encrypted file.',
  details: [
    'set reads the value from stdin, so that it appears in no process list and no shell history. With --host it is sent to that host only. ls lists names and hosts, never values; rm removes one.',
    'The file is .skein/secrets.json beside the configuration, unless the configuration says otherwise. It is encrypted with SKEIN_SECRETS_KEY: 32 random bytes, for example from `openssl rand -base64 32`.',
    'With --server they are stored by a server, for its own configuration; with --own as well for your own MCP servers there, and for nobody else.',
  ],
  arguments: [
    { name: 'set|ls|rm', summary: 'What to do.', isRequired: true },
    { name: 'NAME', summary: 'The name of a secret.', isRequired: false },
  ],
  options: [
    {
      name: 'host',
      value: 'HOST',
      summary: 'For set: where it may be sent. HOST, HOST:PORT, or mcp:SERVER.',
      isRepeatable: true,
    },
    { name: 'own', summary: 'With --server: your own secrets, instead of those of the server.' },
    configOption,
    serverOption,
  ],
  examples: [
    {
      command: 'skein secrets set OPENAI_API_KEY --host api.openai.com < key.txt',
      summary: "Store a provider's key.",
    },
    { command: 'skein secrets ls', summary: 'List the secrets.' },
  ],
  load: async () => (await import('../admin/secrets-command.ts')).secretsCommand,
};
