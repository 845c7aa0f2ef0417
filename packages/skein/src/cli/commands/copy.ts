import type { Command } from '../arguments/command.ts';
import { configOption, serverOption, storeOption } from './shared-options.ts';

export const copy: Command = {
  name: 'copy',
  summary: 'Copies a stored workflow under a new id.',
  details: [
    'A pipeline gets new ids for its steps and its trigger too, and references to them are rewritten: a step or a trigger belongs to one workflow. A copy that would start itself is disabled.',
    'Prints the id of the copy.',
  ],
  arguments: [{ name: 'WORKFLOW', summary: 'The id of a workflow.', isRequired: true }],
  options: [
    {
      name: 'name',
      value: 'TEXT',
      summary: 'The name of the copy. Default: that of the original, with "(copy)".',
    },
    {
      name: 'user',
      value: 'USER',
      summary: "Of this user; a server copies workflows of the key's user.",
    },
    storeOption,
    serverOption,
    configOption,
  ],
  examples: [
    {
      command: 'skein copy contract-approvals --store sqlite:./skein.db --name "Drafts"',
      summary: 'Copy a workflow under another name.',
    },
  ],
  load: async () => (await import('../workflows/copy-command.ts')).copyCommand,
};
