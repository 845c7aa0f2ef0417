import type { Command } from '../arguments/command.ts';
import { serverOption } from './shared-options.ts';

export const templates: Command = {
  name: 'templates ls',
  summary: 'Lists the templates for new workflows.',
  details: ['With --json each comes with its definition and an input.'],
  arguments: [],
  options: [serverOption],
  examples: [{ command: 'skein templates ls', summary: 'List the templates.' }],
  load: async () => (await import('../project/templates-command.ts')).templatesCommand,
};
