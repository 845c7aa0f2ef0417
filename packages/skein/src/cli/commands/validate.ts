import type { Command } from '../arguments/command.ts';
import {
  configOption,
  definitionFile,
  dialectOption,
  serverOption,
  startOption,
} from './shared-options.ts';

export const validate: Command = {
  name: 'validate',
  summary: 'Lists all errors and warnings in definitions.',
  details: ['Errors prevent a run; warnings do not.'],
  arguments: [{ ...definitionFile, isRepeatable: true }],
  options: [
    { name: 'strict', summary: 'Treat warnings as errors.' },
    {
      name: 'preflight',
      summary: 'Also warn of models, keys and tools that a run would lack. A server always does.',
    },
    dialectOption,
    { ...startOption, summary: 'Validate for a run that starts at this node.' },
    configOption,
    serverOption,
  ],
  examples: [
    { command: 'skein validate flow.json', summary: 'Check one file.' },
    { command: 'skein validate --strict flows/*.json', summary: 'Check many, warnings included.' },
    {
      command: 'skein validate --preflight flow.json',
      summary: 'Check a file and what it needs here, without running it.',
    },
  ],
  load: async () => (await import('../workflows/validate-command.ts')).validateCommand,
};
