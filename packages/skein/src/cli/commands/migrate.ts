import type { Command } from '../arguments/command.ts';
import { configOption, storeOption } from './shared-options.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: 'Moves waiting runs to another version of their workflow.',
  details: [
    'A run never changes its version. If its whole journal fits the other version, it continues as a new run of that version, with the same waits and deadlines, and the original is cancelled. For other runs the first row that does not fit is named.',
  ],
  arguments: [],
  options: [
    storeOption,
    configOption,
    { name: 'workflow', value: 'ID', summary: 'The workflow; required.' },
    { name: 'to', value: 'VERSION', summary: 'The version. Default: the newest.' },
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
  ],
  load: async () => (await import('../admin/migrate-command.ts')).migrateCommand,
};
