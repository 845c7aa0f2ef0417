import type { Command } from '../arguments/command.ts';
import {
  configOption,
  namespaceOption,
  restateOption,
  scriptOption,
  storeOption,
} from './shared-options.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Serves the studio, the REST API and live events over HTTP.',
  details: [
    'Without a store, everything is kept in the file .skein/skein.db. Unfinished runs of the store resume at once.',
    'On 127.0.0.1 everybody on this machine may do everything. Any other address is refused until the store has a key.',
    'Port, host, log and drain can also be set by SKEIN_PORT, SKEIN_HOST, SKEIN_LOG and SKEIN_DRAIN, and by `server` in the configuration. Options take precedence over the environment, and the environment over the configuration.',
    'SIGTERM and Ctrl-C stop it: it is no longer ready and begins nothing new, functions and requests in flight finish and are recorded for at most --drain seconds, then the rest is aborted and resumed by the next server. A second signal aborts at once. With --json the address is printed as JSON when the server is ready.',
  ],
  arguments: [],
  options: [
    { name: 'port', value: 'PORT', summary: 'The port; 0 picks a free one. Default: 4680.' },
    { name: 'host', value: 'HOST', summary: 'The address to listen on. Default: 127.0.0.1.' },
    {
      name: 'log',
      value: 'FORM',
      summary:
        'Log one line per response on stderr, as text or as JSON. Default: text on a terminal, otherwise off.',
      choices: ['text', 'json', 'off'],
    },
    {
      name: 'no-recover',
      summary:
        'Do not continue unfinished runs of the store: only those that somebody asks for. For a store with runs that keep a server from starting.',
    },
    {
      name: 'drain',
      value: 'SECONDS',
      summary:
        'How long functions and requests in flight may finish when it is stopped. Default: 10.',
    },
    storeOption,
    scriptOption,
    configOption,
    {
      name: 'host-engine',
      value: 'HOST',
      summary: 'What drives the runs: this process, or Restate with its workers.',
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
  load: async () => (await import('../serve/serve-command.ts')).serveCommand,
};
