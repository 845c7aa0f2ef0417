import type { Command } from '../arguments/command.ts';
import { configOption, serverOption } from './shared-options.ts';

export const tools: Command = {
  name: 'tools',
  summary: 'Lists the tools that agents can call, calls one, or confirms changed ones.',
  details: [
    'ls starts the MCP servers of the configuration and lists every tool, or those whose ids start with a NAME, with its state: ready, changed, new, disabled or unusable.',
    'call calls the tool NAME once with --args and prints the result.',
    'confirm accepts the tools of the MCP server NAME as they are now, or only those named after it. A tool that is new, or whose description or schema changed, is not used until it is confirmed.',
    'add and rm set up an MCP server of your own on a --server, for your own runs: add NAME --url URL, with --header as often as needed. ${NAME} in a header is a secret of your own (skein secrets --own).',
    'With --server, ls and confirm are about the tools of that server; confirm is reserved for its own user.',
  ],
  arguments: [
    { name: 'ls|call|confirm|add|rm', summary: 'What to do.', isRequired: true },
    {
      name: 'NAME',
      summary: 'A tool; for add and rm a server; for confirm a server, then names of its tools.',
      isRequired: false,
      isRepeatable: true,
    },
  ],
  options: [
    {
      name: 'args',
      value: 'JSON|@FILE',
      summary: 'The arguments of the call. Default: an empty object.',
    },
    { name: 'url', value: 'URL', summary: 'For add: the address of the MCP server.' },
    {
      name: 'header',
      value: 'NAME: VALUE',
      summary: 'For add: a header of every request to it.',
      isRepeatable: true,
    },
    configOption,
    { name: 'script', value: 'FILE', summary: 'A script whose tools are added.' },
    serverOption,
  ],
  examples: [
    { command: 'skein tools ls', summary: 'List every tool.' },
    { command: 'skein tools ls fs- --json', summary: 'Those of one server, with their schemas.' },
    {
      command: 'skein tools call fs-read_text_file --args \'{"path":"notes.txt"}\'',
      summary: 'Call one.',
    },
    { command: 'skein tools confirm fs', summary: 'Accept the tools of a server as they are now.' },
  ],
  load: async () => (await import('../tools/tools-command.ts')).toolsCommand,
};
