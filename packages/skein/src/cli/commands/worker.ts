import type { Command } from '../arguments/command.ts';
import {
  configOption,
  namespaceOption,
  restateOption,
  scriptOption,
  storeOption,
} from './shared-options.ts';

export const worker: Command = {
  name: 'worker',
  summary: 'Drives runs and calls their nodes for Restate, on as many machines as needed.',
  details: [
    'It registers itself with Restate, which then calls it. Restate does not authenticate callers: keep its ingress, its admin port and the workers on a private network, or on this machine. With --identity-key a worker accepts calls only from Restate servers that sign with that key.',
    'It shares the store of the servers, in PostgreSQL. Workers of the default pool also drive runs; workers of other pools only call the nodes that --route of the default pool sends there.',
    'SIGTERM and Ctrl-C stop it: calls in flight finish and are recorded for at most --drain seconds, then Restate calls what is left elsewhere. When a newer worker has been registered, it waits until no work is left for it, and deregisters itself from Restate. A second signal aborts at once.',
  ],
  arguments: [],
  options: [
    restateOption,
    {
      name: 'admin',
      value: 'URL',
      summary: "Restate's admin address. Default: port 9070 of the same host.",
    },
    {
      name: 'pool',
      value: 'NAME',
      summary: 'The pool that it belongs to. Default: the default pool.',
    },
    {
      name: 'route',
      value: 'TYPE=POOL',
      summary: 'Send nodes of this type to that pool.',
      isRepeatable: true,
    },
    { name: 'port', value: 'PORT', summary: 'The port; 0 picks a free one.', default: '9080' },
    { name: 'host', value: 'HOST', summary: 'The address to listen on.', default: '127.0.0.1' },
    {
      name: 'url',
      value: 'URL',
      summary:
        'The address at which Restate reaches it. Default: host and port. Workers behind one load balancer share it.',
    },
    {
      name: 'identity-key',
      value: 'KEY',
      summary: 'Public key of the Restate servers that may call it.',
      isRepeatable: true,
    },
    {
      name: 'call-max',
      value: 'SECONDS',
      summary: 'The time limit for a call of a node, unless its own timeout is longer.',
      default: '3600',
    },
    {
      name: 'drain',
      value: 'SECONDS',
      summary: 'How long calls in flight may finish when it is stopped.',
      default: '10',
    },
    namespaceOption,
    storeOption,
    scriptOption,
    configOption,
  ],
  examples: [
    {
      command: 'skein worker --restate http://restate:8080 --store postgres://db/skein',
      summary: 'Drive runs and call all nodes.',
    },
    {
      command:
        'skein worker --restate http://restate:8080 --store postgres://db/skein --pool models --port 9081',
      summary: 'Call the nodes that are sent to the pool "models".',
    },
  ],
  load: async () => (await import('../serve/worker-command.ts')).workerCommand,
};
