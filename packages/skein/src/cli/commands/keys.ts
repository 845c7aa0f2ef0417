import type { Command } from '../arguments/command.ts';
import { configOption, serverOption, storeOption } from './shared-options.ts';

const load: Command['load'] = async () => (await import('../admin/keys-command.ts')).keysCommand;

export const keysCommands: readonly Command[] = [
  {
    name: 'keys create',
    summary: 'Creates an API key for a server, and prints it once.',
    details: [
      'Works on the store directly, so no server may be running on the same SQLite file. The first key closes a server that was open to this machine.',
      'With --server the server creates it, for the user whose key is in SKEIN_KEY.',
    ],
    arguments: [],
    options: [
      storeOption,
      serverOption,
      configOption,
      {
        name: 'user',
        value: 'USER',
        summary: 'The user that the key belongs to.',
        default: 'local',
      },
      { name: 'name', value: 'NAME', summary: 'A name for people.' },
      {
        name: 'scope',
        value: 'SCOPE',
        summary:
          'What it permits: read; answer (and read); run (and read); write (and run); admin (everything). Default: admin.',
        choices: ['read', 'answer', 'run', 'write', 'admin'],
        isRepeatable: true,
      },
      {
        name: 'role',
        value: 'ROLE',
        summary: 'A role that waits may ask for, as `role:ROLE` in `who`.',
        isRepeatable: true,
      },
      { name: 'days', value: 'N', summary: 'Expires after this many days. Default: never.' },
    ],
    examples: [
      {
        command: 'skein keys create --user ada --scope run --scope answer --days 90',
        summary: 'A key that can start runs and answer questions, for a quarter.',
      },
    ],
    load,
  },
  {
    name: 'keys ls',
    summary: 'Lists the keys of a store, without their secrets.',
    details: [],
    arguments: [],
    options: [
      storeOption,
      serverOption,
      configOption,
      { name: 'user', value: 'USER', summary: 'Only keys of this user.' },
    ],
    examples: [{ command: 'skein keys ls', summary: 'See who has keys, and until when.' }],
    load,
  },
  {
    name: 'keys revoke',
    summary: 'Revokes a key, with effect from the next request.',
    details: [],
    arguments: [{ name: 'ID', summary: 'The id of the key, not the key.', isRequired: true }],
    options: [storeOption, serverOption, configOption],
    examples: [{ command: 'skein keys revoke 5f0c…', summary: 'Revoke it.' }],
    load,
  },
];
