import type { Command } from '../../arguments/command.ts';
import { configOption, serverOption, storeOption } from '../shared-options.ts';

export const deploy: Command = {
  name: 'deploy',
  summary: 'Saves all definitions of a folder on a server, and shows what changes.',
  details: [
    'Every JSON file below the folder that is a definition is compared with the newest version on the server. New and changed ones are saved, each as a new version; equal ones are left alone, and nothing is deleted. Runs that have begun go on with their version.',
    'All are checked before the first is saved: one with an error, or two of one id, and nothing changes.',
  ],
  arguments: [{ name: 'DIR', summary: 'The folder with the definitions.', isRequired: true }],
  options: [
    { name: 'dry-run', summary: 'Only show what would change.' },
    storeOption,
    serverOption,
    configOption,
  ],
  examples: [
    {
      command: 'skein deploy workflows --server https://skein.example.org --dry-run',
      summary: 'See what would change.',
    },
    {
      command: 'skein deploy workflows --server https://skein.example.org',
      summary: 'Save what has changed, with the key in SKEIN_KEY.',
    },
  ],
  load: async () => (await import('../../workflows/deploy-command.ts')).deployCommand,
};
