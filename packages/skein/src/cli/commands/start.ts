import type { Command } from '../arguments/command.ts';

export const start: Command = {
  name: 'start',
  summary: 'Runs a first example and suggests what to try next.',
  details: [],
  arguments: [],
  options: [],
  examples: [{ command: 'skein start', summary: 'See a workflow run.' }],
  load: async () => (await import('../project/start-command.ts')).startCommand,
};
