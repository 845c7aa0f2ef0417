// Commands about open waits of runs
import type { Command } from '../../arguments/command.ts';
import { answererOptions, detachOption, scriptOption } from '../shared-options.ts';
import { drives, placeOptions, runArgument } from './run-options.ts';

export const waitCommands: readonly Command[] = [
  {
    name: 'runs answer',
    summary: 'Answers open waits of a run.',
    details: [
      'NODE is the exact id of the node that waits; inside a child run it is the path, as in each/0/review. Anything that is not JSON is taken as text. An answer that does not fit the form is refused with exit code 2, and the wait stays open.',
      drives,
    ],
    arguments: [
      runArgument,
      { name: 'NODE=JSON', summary: 'An answer.', isRequired: true, isRepeatable: true },
    ],
    options: [...placeOptions, ...answererOptions, scriptOption, detachOption],
    examples: [
      {
        command:
          'skein runs answer RUN \'review={"decision":"approve"}\' --store sqlite:./skein.db',
        summary: 'Approve, and watch the run continue.',
      },
    ],
    load: async () => (await import('../../runs/continue-run.ts')).answerRun,
  },
  {
    name: 'runs waits',
    summary: 'Lists open waits, oldest first.',
    details: [
      'Through a server: those of your runs, and those of others that name you, a group of yours or a role of your key. `skein runs answer` answers both.',
    ],
    arguments: [],
    options: [
      ...placeOptions,
      { name: 'run', value: 'RUN', summary: 'Only those of this run.' },
      { name: 'limit', value: 'N', summary: 'How many at most.', default: '50' },
      { name: 'cursor', value: 'CURSOR', summary: 'Continue after an earlier page.' },
    ],
    examples: [
      {
        command: 'skein runs waits --server http://127.0.0.1:4680',
        summary: 'See what waits for you.',
      },
    ],
    load: async () => (await import('../../runs/list-waits.ts')).listWaits,
  },
  {
    name: 'runs link',
    summary: 'Makes a link with which somebody answers an open wait, without a key.',
    details: [
      'The link works once, and is recorded as answered by whom it is for. The page behind it is served by a server on the same store: with --server that server makes the link; otherwise it is made here, with the secret key of the server (SKEIN_SECRET_KEY, or .skein/secret.key).',
      'Without a node, it is for the oldest open wait of the run.',
    ],
    arguments: [runArgument, { name: 'NODE', summary: 'The node that waits.', isRequired: false }],
    options: [
      ...placeOptions,
      { name: 'for', value: 'WHO', summary: 'Who will answer: an address or a name.' },
      { name: 'hours', value: 'N', summary: 'How long it works. Default: a week.' },
      {
        name: 'url',
        value: 'URL',
        summary: 'Where the server is reached. Default: the first of server.origins.',
      },
    ],
    examples: [
      {
        command: 'skein runs link RUN review --for ana@example.org --server http://127.0.0.1:4680',
        summary: 'Let somebody without a key approve.',
      },
    ],
    load: async () => (await import('../../runs/link-wait.ts')).linkWait,
  },
];
