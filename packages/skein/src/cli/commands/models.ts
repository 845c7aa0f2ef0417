import type { Command } from '../arguments/command.ts';
import { configOption, serverOption } from './shared-options.ts';

export const models: Command = {
  name: 'models',
  summary: 'Lists model providers, and shows which model a name resolves to and what it costs.',
  details: [
    'Lists the providers of the configuration and of the environment, with the variable of each key and whether it is set; never the key. With a NAME: which provider and model answer for it, and at which price. No provider is contacted.',
    'A price comes from the configuration (models.prices), otherwise from a table that ships with Skein; its month is shown, because prices change. A model without a price counts as free.',
    'With --server: the models of that server, and whether their keys are set.',
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'A name as a node would use it: an alias, provider/model, or a known name.',
      isRequired: false,
      isRepeatable: true,
    },
  ],
  options: [configOption, serverOption],
  examples: [
    { command: 'skein models', summary: 'List the providers.' },
    { command: 'skein models gpt-5 fast', summary: 'See who answers for these, and the price.' },
  ],
  load: async () => (await import('../admin/models-command.ts')).modelsCommand,
};
