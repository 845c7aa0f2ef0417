import type { Command } from '../../arguments/command.ts';
import { serverOption } from '../shared-options.ts';

export const connections: Command = {
  name: 'connections',
  summary:
    'Sets up services that users of a server sign in to, and tests or ends your own sign-in.',
  details: [
    'set adds a connection or changes one; the secret of its client is read from stdin, and left as it is when stdin is empty or a terminal. It prints the callback address to register at the service.',
    'ls lists the connections and whether you have signed in; presets the services whose addresses are known. sign-in prints where to open the studio for it: a sign-in is finished by the browser that begins it. test says whether your account works; sign-out revokes your tokens.',
  ],
  arguments: [
    { name: 'ls|presets|set|rm|sign-in|test|sign-out', summary: 'What to do.', isRequired: true },
    { name: 'NAME', summary: 'The name of a connection.', isRequired: false },
  ],
  options: [
    { name: 'preset', value: 'ID', summary: 'For set: a service that is known.' },
    { name: 'issuer', value: 'URL', summary: 'For set: another service.' },
    { name: 'mcp', value: 'URL', summary: 'For set: an MCP server; it needs no client.' },
    { name: 'client-id', value: 'ID', summary: 'For set: the client that is registered there.' },
    { name: 'scope', value: 'SCOPE', summary: 'For set: what is asked for.', isRepeatable: true },
    {
      name: 'host',
      value: 'HOST',
      summary: 'For set: where tokens may be sent.',
      isRepeatable: true,
    },
    { name: 'tenant', value: 'ID', summary: 'For set: of Microsoft.' },
    serverOption,
  ],
  examples: [
    {
      command: 'skein connections set github --preset github --client-id Iv1.0123 < secret.txt',
      summary: 'Set a connection up.',
    },
    { command: 'skein connections ls', summary: 'List the connections.' },
  ],
  load: async () => (await import('../../admin/connections-command.ts')).connectionsCommand,
};
