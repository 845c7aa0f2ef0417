// The commands of those who look after stores and versions
import type { CommandDescription } from './command.ts';
import { configOption, inputOption, scriptOption, storeOption } from './shared-options.ts';

export const operationCommands: readonly CommandDescription[] = [
  {
    name: 'migrate',
    summary: 'Moves waiting runs to another version of their workflow.',
    details: [
      'A run keeps its version for ever. One whose whole journal fits the other version goes on as a new run of that version, with the same waits and deadlines, and is cancelled itself. For the others the first row that does not fit is named.',
    ],
    arguments: [],
    options: [
      storeOption,
      configOption,
      { name: 'workflow', value: 'ID', summary: 'The workflow; needed.' },
      { name: 'to', value: 'VERSION', summary: 'The version; default: the newest.' },
      { name: 'dry-run', summary: 'Only say which runs could move, and why the others not.' },
    ],
    examples: [
      {
        command: 'skein migrate --workflow orders --dry-run --store sqlite:./skein.db',
        summary: 'Who could move to the newest version?',
      },
    ],
  },
  {
    name: 'doctor',
    summary: 'Looks whether a store can be used, and how safe it is.',
    details: ['Ends with exit code 8 when something is wrong with the store.'],
    arguments: [],
    options: [storeOption, configOption],
    examples: [{ command: 'skein doctor --store sqlite:./skein.db', summary: 'Check a file.' }],
  },
  {
    name: 'sim',
    summary:
      'Runs a workflow under random crashes, delays and failures, and checks that nothing is lost or done twice.',
    details: [
      'Time, the store and the people are simulated; functions and tools are called for real. Each seed is one story, and always the same one. Ends with exit code 1 when an invariant was broken, and names the seed that shows it again.',
    ],
    arguments: [
      {
        name: 'FILE',
        summary: 'A workflow definition; `-` reads it from stdin.',
        isRequired: true,
      },
    ],
    options: [
      { name: 'seeds', value: 'N', summary: 'Seeds 1 to N.', default: '20' },
      { name: 'seed', value: 'S', summary: 'This one seed.' },
      inputOption,
      scriptOption,
    ],
    examples: [{ command: 'skein sim flow.json --seeds 100', summary: 'A hundred stories.' }],
  },
];
