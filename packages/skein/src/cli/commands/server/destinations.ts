import type { Command } from '../../arguments/command.ts';
import { serverOption } from '../shared-options.ts';

const load: Command['load'] = async () =>
  (await import('../../admin/destinations-command.ts')).destinationsCommand;

const name = { name: 'NAME', summary: 'The name of a destination.', isRequired: true } as const;

export const destinationsCommands: readonly Command[] = [
  {
    name: 'destinations ls',
    summary: 'Lists where a server sends messages about waits and runs.',
    details: ['For the operator of the server: a key of its own user with the scope admin.'],
    arguments: [],
    options: [serverOption],
    examples: [
      { command: 'skein destinations ls --server https://skein.example.org', summary: 'See them.' },
    ],
    load,
  },
  {
    name: 'destinations set',
    summary: 'Sets up or changes a webhook or a mail server.',
    details: [
      'FILE is JSON: { "kind": "webhook", "url", "format", "events", "secret" } or { "kind": "mail", "host", "port", "tls", "from", "user", "recipients", "secret" }. The secret is stored encrypted and never shown; without the key `secret` the stored one stays.',
    ],
    arguments: [
      name,
      { name: 'FILE', summary: 'The settings; `-` reads them from stdin.', isRequired: true },
    ],
    options: [serverOption],
    examples: [{ command: 'skein destinations set ops ops.json', summary: 'Set one up.' }],
    load,
  },
  {
    name: 'destinations test',
    summary: 'Sends a test message now, and says whether it was taken.',
    details: ['Exit code 1: it was not; the reason is said.'],
    arguments: [name],
    options: [
      { name: 'to', value: 'ADDRESS', summary: 'Who gets the mail, for a mail server.' },
      serverOption,
    ],
    examples: [
      {
        command: 'skein destinations test post --to ana@example.org',
        summary: 'Try a mail server.',
      },
    ],
    load,
  },
  {
    name: 'destinations rm',
    summary: 'Removes a destination that was set up on the server.',
    details: ['Messages to it that are still pending die at their next try.'],
    arguments: [name],
    options: [serverOption],
    examples: [{ command: 'skein destinations rm ops', summary: 'Send it no more.' }],
    load,
  },
];
