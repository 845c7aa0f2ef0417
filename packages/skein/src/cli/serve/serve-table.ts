// The commands of those who run a server
import type { CommandDescription } from '../command.ts';
import { configOption, scriptOption, serverOption, storeOption } from '../shared-options.ts';
import { namespaceOption, restateOption, workerCommand } from './worker-table.ts';

export const serverCommands: readonly CommandDescription[] = [
  {
    name: 'serve',
    summary: 'Serves the studio, the REST API and live events over HTTP.',
    details: [
      'Without a store, everything is kept in the file .skein/skein.db. Unfinished runs of the store go on at once.',
      'On 127.0.0.1 everybody on this machine may do everything. Any other address is refused as long as the store has no key.',
      'Port, host and log also come from SKEIN_PORT, SKEIN_HOST and SKEIN_LOG, and from `server` in the configuration; what is written behind the command counts first, then the environment.',
      'SIGTERM and Ctrl-C end it: what has begun is finished, in at most ten seconds. With --json the address is printed as JSON when it is ready.',
    ],
    arguments: [],
    options: [
      { name: 'port', value: 'PORT', summary: 'The port; 0 takes a free one. Default: 4680.' },
      { name: 'host', value: 'HOST', summary: 'The address to answer on. Default: 127.0.0.1.' },
      {
        name: 'log',
        value: 'FORM',
        summary:
          'A line on stderr for each answer: for people, or as JSON. Default: text on a terminal, else off.',
        choices: ['text', 'json', 'off'],
      },
      storeOption,
      scriptOption,
      configOption,
      {
        name: 'host-engine',
        value: 'HOST',
        summary: 'Who drives the runs: this process, or Restate with its workers.',
        choices: ['embedded', 'restate'],
        default: 'embedded',
      },
      restateOption,
      namespaceOption,
    ],
    examples: [
      { command: 'skein serve', summary: 'Serve on http://127.0.0.1:4680.' },
      {
        command: 'skein serve --port 8080 --store postgres://localhost/skein',
        summary: 'Another port, and runs in PostgreSQL.',
      },
      {
        command:
          'skein serve --store postgres://db/skein --host-engine restate --restate http://restate:8080',
        summary: 'Runs on Restate; `skein worker` drives them.',
      },
    ],
  },
  workerCommand,
  {
    name: 'keys create',
    summary: 'Makes a key for the API of a server, and prints it this once.',
    details: [
      'Works on the store itself, so a server on the same SQLite file must not run. The first key closes a server that was open to this machine.',
      'With --server a server makes it, for the user whose key is in SKEIN_KEY.',
    ],
    arguments: [],
    options: [
      storeOption,
      serverOption,
      configOption,
      { name: 'user', value: 'USER', summary: 'Whose key it is.', default: 'local' },
      { name: 'name', value: 'NAME', summary: 'What people call it.' },
      {
        name: 'scope',
        value: 'SCOPE',
        summary: 'What it may do; each includes those before it. Default: admin.',
        choices: ['read', 'run', 'write', 'admin'],
        isRepeatable: true,
      },
      { name: 'days', value: 'N', summary: 'It ends after so many days; default: never.' },
    ],
    examples: [
      {
        command: 'skein keys create --user ada --scope run --days 90',
        summary: 'A key that can start runs and answer questions, for a quarter.',
      },
    ],
  },
  {
    name: 'keys ls',
    summary: 'Lists the keys of a store, never the keys themselves.',
    details: [],
    arguments: [],
    options: [
      storeOption,
      serverOption,
      configOption,
      { name: 'user', value: 'USER', summary: 'Only keys of this user.' },
    ],
    examples: [{ command: 'skein keys ls', summary: 'Who has keys, and until when?' }],
  },
  {
    name: 'keys revoke',
    summary: 'Takes a key back; it opens nothing from the next request on.',
    details: [],
    arguments: [{ name: 'ID', summary: 'The id of the key, not the key.', isRequired: true }],
    options: [storeOption, serverOption, configOption],
    examples: [{ command: 'skein keys revoke 5f0c…', summary: 'Take it back.' }],
  },
];
