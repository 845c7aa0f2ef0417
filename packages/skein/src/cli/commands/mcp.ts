import type { Command } from '../arguments/command.ts';
import { configOption, scriptOption, storeOption } from './shared-options.ts';

export const mcp: Command = {
  name: 'mcp',
  summary: 'Serves workflows as tools of an MCP server, over stdin and stdout.',
  details: [
    'Every active workflow of the store is a tool, including those of --workflows, which are saved there first. A call starts a run and returns its output; a run that waits for a person asks the user of the client, or says how to answer.',
    'With --build, the tools are about writing workflows: node types, examples, documents, validating, saving drafts, small changes, trials without a model, explanations and tests.',
    'stdout carries only the protocol; everything else goes to stderr. The command ends when its client disconnects. With a store, unfinished runs resume when it is started again.',
  ],
  arguments: [],
  options: [
    {
      name: 'workflows',
      value: 'FILE',
      summary: 'A definition to save and serve.',
      isRepeatable: true,
    },
    {
      name: 'build',
      summary: 'Serve tools that build workflows, for coding agents, instead of the workflows.',
    },
    storeOption,
    { name: 'user', value: 'USER', summary: 'Serve the workflows of this user.' },
    configOption,
    scriptOption,
  ],
  examples: [
    {
      command: 'skein mcp --workflows flow.json',
      summary: 'Serve one file, with runs in memory.',
    },
    {
      command: 'skein mcp --store sqlite:./skein.db',
      summary: 'Serve the workflows of a store; runs survive restarts.',
    },
    {
      command: 'skein mcp --build --store sqlite:./skein.db',
      summary: 'Let a coding agent write, try and test workflows.',
    },
  ],
  load: async () => (await import('../tools/mcp-command.ts')).mcpCommand,
};
