// The commands of those who run a server
import type { CommandDescription } from '../command.ts';
import { configOption, scriptOption, storeOption } from '../shared-options.ts';

export const serverCommands: readonly CommandDescription[] = [
  {
    name: 'serve',
    summary: 'Answers requests over HTTP: the REST API, live events and a start page.',
    details: [
      'Without a store, everything is kept in the file .skein/skein.db. Unfinished runs of the store go on at once.',
      'On 127.0.0.1 everybody on this machine may do everything. Any other address is refused as long as the store has no key.',
      'SIGTERM and Ctrl-C end it: what has begun is finished, in at most ten seconds. With --json the address is printed as JSON when it is ready.',
    ],
    arguments: [],
    options: [
      { name: 'port', value: 'PORT', summary: 'The port; 0 takes a free one.', default: '4680' },
      { name: 'host', value: 'HOST', summary: 'The address to answer on.', default: '127.0.0.1' },
      storeOption,
      scriptOption,
      configOption,
    ],
    examples: [
      { command: 'skein serve', summary: 'Serve on http://127.0.0.1:4680.' },
      {
        command: 'skein serve --port 8080 --store postgres://localhost/skein',
        summary: 'Another port, and runs in PostgreSQL.',
      },
    ],
  },
];
