import type { Command } from '../arguments/command.ts';

export const help: Command = {
  name: 'help',
  summary: 'Lists the commands, or shows the help for one of them.',
  details: [],
  arguments: [
    { name: 'COMMAND', summary: 'The name of a command.', isRequired: false, isRepeatable: true },
  ],
  options: [],
  examples: [
    { command: 'skein help run', summary: 'Everything about `run`.' },
    { command: 'skein help --json', summary: 'All commands as data.' },
  ],
  load: async () => (await import('../help/help-command.ts')).helpCommand,
};
