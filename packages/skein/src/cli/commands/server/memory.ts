import type { Command } from '../../arguments/command.ts';
import type { OptionDescription } from '../../arguments/command-description.ts';
import { configOption, serverOption, storeOption } from '../shared-options.ts';

const load: Command['load'] = async () =>
  (await import('../../admin/memory-command.ts')).memoryCommand;

const scopeOption: OptionDescription = {
  name: 'scope',
  value: 'SCOPE',
  summary: 'user, workflow:ID, or a name that workflows share.',
};
const userOption: OptionDescription = {
  name: 'user',
  value: 'USER',
  summary: 'Of this user of the store. With --server it is the user of the key.',
};
const key = { name: 'KEY', summary: 'The key that it is remembered under.', isRequired: true };
const value = { name: 'VALUE', summary: 'The value.', isRequired: true };
const ttlOption: OptionDescription = {
  name: 'ttl',
  value: 'MS',
  summary: 'Forget it after so many milliseconds.',
};
const options = [storeOption, serverOption, configOption, scopeOption, userOption];

export const memoryCommands: readonly Command[] = [
  {
    name: 'memory ls',
    summary: 'Lists what workflows remember across runs, the oldest first.',
    details: [],
    arguments: [],
    options: [
      ...options,
      { name: 'limit', value: 'N', summary: 'How many at most, up to 200.', default: '50' },
      { name: 'cursor', value: 'CURSOR', summary: 'Continue where the last page ended.' },
    ],
    examples: [
      { command: 'skein memory ls --scope workflow:daily', summary: 'Those of one workflow.' },
    ],
    load,
  },
  {
    name: 'memory get',
    summary: 'Prints what is remembered under a key.',
    details: [],
    arguments: [key],
    options,
    examples: [{ command: 'skein memory get seen', summary: 'Print the value.' }],
    load,
  },
  {
    name: 'memory set',
    summary: 'Remembers a value, in the place of the one that is there.',
    details: ['A value that is not JSON is taken as text.'],
    arguments: [key, value],
    options: [
      ...options,
      ttlOption,
      {
        name: 'if-revision',
        value: 'N',
        summary: 'Only if this is still its revision; 0: only if nothing is there.',
      },
    ],
    examples: [{ command: `skein memory set seen '["order 1"]'`, summary: 'Set a list.' }],
    load,
  },
  {
    name: 'memory add',
    summary: 'Adds a number to the number, or an item to the list, that is remembered.',
    details: ['Nothing that is there counts as 0, or as an empty list. Two at once lose nothing.'],
    arguments: [key, value],
    options: [...options, ttlOption],
    examples: [{ command: 'skein memory add orders 1', summary: 'Count one more.' }],
    load,
  },
  {
    name: 'memory rm',
    summary: 'Forgets what is remembered under a key.',
    details: [],
    arguments: [key],
    options,
    examples: [{ command: 'skein memory rm seen', summary: 'Forget it.' }],
    load,
  },
];
