import type { Command } from '../arguments/command.ts';
import {
  configOption,
  definitionFile,
  dialectOption,
  serverOption,
  storeOption,
} from './shared-options.ts';

export const save: Command = {
  name: 'save',
  summary: 'Saves definitions in a store, without running them.',
  details: [
    'Each becomes the newest version of its workflow. Definitions with an error are refused.',
    'Workflows of some dialects are also rows of tables. `--tables upsert` writes the rows by their ids and deletes those that the definition no longer has; `--tables recreate` deletes all rows of the workflow first.',
  ],
  arguments: [{ ...definitionFile, isRepeatable: true }],
  options: [
    {
      name: 'tables',
      value: 'HOW',
      summary: 'How the rows in the tables of the dialect change.',
      choices: ['upsert', 'recreate'],
      default: 'upsert',
    },
    dialectOption,
    storeOption,
    serverOption,
    configOption,
  ],
  examples: [
    { command: 'skein save chat.json --store sqlite:./skein.db', summary: 'Save a workflow.' },
    {
      command: 'skein save chat.json --tables recreate --store postgres://localhost/skein',
      summary: 'Delete and recreate its nodes and edges.',
    },
  ],
  load: async () => (await import('../workflows/save-command.ts')).saveCommand,
};
