import type { Command } from '../arguments/command.ts';
import { configOption, serverOption, storeOption } from './shared-options.ts';

export const doctor: Command = {
  name: 'doctor',
  summary:
    'Checks whether a store can be used, how durable it is, and whether mailboxes can be read.',
  details: [
    'Exits with code 8 if something is wrong with the store or a mailbox of the configuration. With --server it checks whether that server responds, and what the key permits.',
  ],
  arguments: [],
  options: [
    storeOption,
    serverOption,
    configOption,
    {
      name: 'rebuild-projections',
      summary: 'Instead, rebuild the rows that dialects keep about runs from the journals.',
    },
  ],
  examples: [{ command: 'skein doctor --store sqlite:./skein.db', summary: 'Check a file.' }],
  load: async () => (await import('../admin/doctor-command.ts')).doctorCommand,
};
