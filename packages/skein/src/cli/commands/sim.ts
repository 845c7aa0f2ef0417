import type { Command } from '../arguments/command.ts';
import { configOption, definitionFile, inputOption, scriptOption } from './shared-options.ts';

export const sim: Command = {
  name: 'sim',
  summary:
    'Runs a workflow under random crashes, delays and failures, and checks that nothing is lost or done twice.',
  details: [
    'Time, the store and people are simulated. Functions and tools of the modules in the configuration are called for real; other tools are answered by the script. Each seed is one scenario, and always the same one. Exits with code 1 if an invariant was violated, and names the seed that reproduces it.',
  ],
  arguments: [definitionFile],
  options: [
    { name: 'seeds', value: 'N', summary: 'Seeds 1 to N.', default: '20' },
    { name: 'seed', value: 'S', summary: 'Only this seed.' },
    inputOption,
    scriptOption,
    configOption,
  ],
  examples: [{ command: 'skein sim flow.json --seeds 100', summary: 'A hundred scenarios.' }],
  load: async () => (await import('../testing/sim-command.ts')).simCommand,
};
