import type { Command } from '../arguments/command.ts';
import { configOption, serverOption, storeOption } from './shared-options.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: 'Moves waiting runs to another version of their workflow.',
  details: [
    'A run that waits goes on in the other version under its id, with its key, waits, links, kept events, conversations and child runs. It is moved where it is driven: no server has to be stopped.',
    'With --recorded strict only if every recorded result would be the same in the other version; with keep they stay, whatever it says, and only what comes next is decided by it. Of runs that cannot move, the nodes that are in the way are named.',
  ],
  arguments: [],
  options: [
    storeOption,
    serverOption,
    configOption,
    { name: 'workflow', value: 'ID', summary: 'The workflow whose waiting runs move.' },
    { name: 'run', value: 'RUN', summary: 'Move this run only.' },
    { name: 'from', value: 'VERSION', summary: 'Only runs of this version.' },
    { name: 'to', value: 'VERSION', summary: 'The version. Default: the newest.' },
    {
      name: 'recorded',
      value: 'HOW',
      summary: 'What becomes of recorded results: keep or strict. Default: strict.',
    },
    {
      name: 'dry-run',
      summary: 'Only report which runs could move, and why the others could not.',
    },
  ],
  examples: [
    {
      command: 'skein migrate --workflow orders --dry-run --store sqlite:./skein.db',
      summary: 'See which runs could move to the newest version.',
    },
    {
      command: 'skein migrate --workflow orders --recorded keep --server http://127.0.0.1:4100',
      summary: 'Move them while the server works.',
    },
  ],
  load: async () => (await import('../admin/migrate-command.ts')).migrateCommand,
};
