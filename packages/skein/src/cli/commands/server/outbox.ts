import type { Command } from '../../arguments/command.ts';
import { configOption, serverOption, storeOption } from '../shared-options.ts';

const load: Command['load'] = async () =>
  (await import('../../admin/outbox-command.ts')).outboxCommand;

export const outboxCommands: readonly Command[] = [
  {
    name: 'outbox ls',
    summary: 'Lists messages to webhooks and mailboxes, newest first, with what came of them.',
    details: [
      'A message is pending until it is delivered, dropped because nobody needs it any more, or dead because every try has failed.',
    ],
    arguments: [],
    options: [
      storeOption,
      serverOption,
      configOption,
      {
        name: 'status',
        value: 'STATUS',
        summary: 'Only messages with this status.',
        choices: ['pending', 'delivered', 'dropped', 'dead'],
      },
      { name: 'run', value: 'RUN', summary: 'Only messages about this run.' },
      { name: 'limit', value: 'N', summary: 'How many at most, up to 200.', default: '50' },
    ],
    examples: [{ command: 'skein outbox ls --status dead', summary: 'See what did not arrive.' }],
    load,
  },
  {
    name: 'outbox replay',
    summary: 'Sends messages again, under the same ids.',
    details: [
      'A server that works on the store delivers them. The receiver sees the same `webhook-id`, so one that has handled the message can ignore it.',
    ],
    arguments: [
      {
        name: 'ID',
        summary: 'The id of a message that is delivered, dropped or dead.',
        isRequired: true,
        isRepeatable: true,
      },
    ],
    options: [storeOption, serverOption, configOption],
    examples: [{ command: 'skein outbox replay 0199….3', summary: 'Send it again.' }],
    load,
  },
];
