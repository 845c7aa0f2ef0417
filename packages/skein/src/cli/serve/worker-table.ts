// The command of those who run workers for Restate
import type { CommandDescription, OptionDescription } from '../command.ts';
import { configOption, scriptOption, storeOption } from '../shared-options.ts';

export const restateOption: OptionDescription = {
  name: 'restate',
  value: 'URL',
  summary: "Restate's ingress; several nodes with commas between.",
};

export const namespaceOption: OptionDescription = {
  name: 'namespace',
  value: 'NAME',
  summary: 'Tells several installations on one Restate apart.',
};

export const workerCommand: CommandDescription = {
  name: 'worker',
  summary: 'Drives runs and calls their nodes for Restate, on as many machines as needed.',
  details: [
    'It registers itself with Restate, which then calls it. Restate asks nobody for a key: its ingress, its admin door and the workers belong on a private network, or on this machine. With --identity-key a worker answers only to Restate servers that sign with that key.',
    'The store is that of the servers, in PostgreSQL. Workers of the default pool also drive runs; those of another pool only call the nodes that --route of the default pool sends there.',
    'SIGTERM and Ctrl-C end it. When a newer worker has been registered, it waits until nothing belongs to it any more, and takes itself out of Restate.',
  ],
  arguments: [],
  options: [
    restateOption,
    {
      name: 'admin',
      value: 'URL',
      summary: "Restate's admin door; default: port 9070 of the same host.",
    },
    {
      name: 'pool',
      value: 'NAME',
      summary: 'The pool that it belongs to; default: the usual one.',
    },
    {
      name: 'route',
      value: 'TYPE=POOL',
      summary: 'Nodes of this type are called by that pool.',
      isRepeatable: true,
    },
    { name: 'port', value: 'PORT', summary: 'The port; 0 takes a free one.', default: '9080' },
    { name: 'host', value: 'HOST', summary: 'The address to answer on.', default: '127.0.0.1' },
    {
      name: 'url',
      value: 'URL',
      summary:
        'Where Restate reaches it; default: host and port. Workers behind one balancer share it.',
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
      summary: 'No call of a node takes longer, unless its own timeout is longer.',
      default: '3600',
    },
    { name: 'drain', value: 'SECONDS', summary: 'How long it waits at its end.', default: '60' },
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
};
