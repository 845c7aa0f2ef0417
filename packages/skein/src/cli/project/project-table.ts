// The commands of those who begin
import type { CommandDescription } from '../command.ts';
import { serverOption } from '../shared-options.ts';

export const projectCommands: readonly CommandDescription[] = [
  {
    name: 'init',
    summary: 'Makes a folder with a workflow that runs, without a key.',
    details: [
      'The folder gets the workflow of a template, an input to try it with, and a page that says what to do next. A folder that holds something is refused.',
    ],
    arguments: [{ name: 'DIR', summary: 'The folder to make.', isRequired: true }],
    options: [
      {
        name: 'template',
        value: 'TEMPLATE',
        summary: 'What to begin with; `skein templates ls` lists them.',
        default: 'hello',
      },
    ],
    examples: [
      { command: 'skein init demo', summary: 'Begin with a greeting.' },
      {
        command: 'skein init contracts --template contract-approvals',
        summary: 'Begin with questions to people.',
      },
    ],
  },
  {
    name: 'templates ls',
    summary: 'Lists the workflows to begin with.',
    details: ['With --json each has its definition and an input.'],
    arguments: [],
    options: [serverOption],
    examples: [{ command: 'skein templates ls', summary: 'What is there?' }],
  },
];
