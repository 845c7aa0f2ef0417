import type { Command } from '../arguments/command.ts';

export const init: Command = {
  name: 'init',
  summary: 'Creates a folder with a workflow that runs without any key.',
  details: [
    'The folder gets the workflow of a template, an input to try it with, and a README that says what to do next. A folder that is not empty is refused.',
  ],
  arguments: [{ name: 'DIR', summary: 'The folder to create.', isRequired: true }],
  options: [
    {
      name: 'template',
      value: 'TEMPLATE',
      summary: 'The template to start from; `skein templates ls` lists them.',
      default: 'hello',
    },
  ],
  examples: [
    { command: 'skein init demo', summary: 'Start with a greeting.' },
    {
      command: 'skein init contracts --template contract-approvals',
      summary: 'Start with questions to people.',
    },
  ],
  load: async () => (await import('../project/init-command.ts')).initCommand,
};
