import type { Command } from '../arguments/command.ts';

export const init: Command = {
  name: 'init',
  summary: 'Creates a project in TypeScript, or a folder with one workflow of a template.',
  details: [
    'The project has a workflow, an agent with tools, a JSON workflow, their tests, a configuration and a README: `npm install`, `npm test` and `npm run dev` are all it needs. It runs without any key.',
    'With --template the folder gets the JSON workflow of that template, an input to try it with, and a README. A folder that is not empty is refused.',
  ],
  arguments: [{ name: 'DIR', summary: 'The folder to create.', isRequired: true }],
  options: [
    {
      name: 'template',
      value: 'TEMPLATE',
      summary: 'One workflow instead, as JSON; `skein templates ls` lists the templates.',
    },
  ],
  examples: [
    { command: 'skein init demo', summary: 'Start a project.' },
    {
      command: 'skein init contracts --template contract-approvals',
      summary: 'Start with questions to people, as JSON.',
    },
  ],
  load: async () => (await import('../project/init-command.ts')).initCommand,
};
