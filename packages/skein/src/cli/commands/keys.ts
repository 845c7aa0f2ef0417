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
          'What it permits: read; answer (and read); run (and read); write (and run); admin (everything). Default: run.',
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
    details: [
      'With --server it lists those of the user whose key is in SKEIN_KEY; with --all or --user those of others too, which only the operator of the server may (the user "local", with the scope admin).',
    ],
    arguments: [],
    options: [
      storeOption,
      serverOption,
      configOption,
      { name: 'user', value: 'USER', summary: 'Only keys of this user.' },
      { name: 'all', summary: 'Keys and sessions of browsers, of all users.' },
    ],
    examples: [{ command: 'skein keys ls', summary: 'See who has keys, and until when.' }],
    load,
  },
  {
    name: 'keys revoke',
    summary: 'Revokes a key with its sessions, or one session.',
    details: [
      'The next request is refused, and streams that are open end within a second, on every server that uses the store.',
      'With --server it is a key of the user whose key is in SKEIN_KEY; the operator of the server can name another user.',
    ],
    arguments: [{ name: 'ID', summary: 'The id of the key, not the key.', isRequired: true }],
    options: [
      storeOption,
      serverOption,
      configOption,
      { name: 'user', value: 'USER', summary: 'Whose key it is.' },
    ],
    examples: [
      { command: 'skein keys revoke 5f0c…', summary: 'Revoke it.' },
      {
        command: 'skein keys revoke 5f0c… --user ada --server https://skein.example.com',
        summary: "Revoke another user's key while the server runs.",
      },
    ],
    load,
  },
];
