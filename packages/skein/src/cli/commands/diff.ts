import type { Command } from '../arguments/command.ts';
import { configOption, dialectOption, exitCodeOption, serverOption } from './shared-options.ts';

export const diff: Command = {
  name: 'diff',
  summary: 'Shows what changed between two definitions, ignoring layout and key order.',
  details: [
    'Definitions in different dialects are compared in native form.',
    'With --server, A and B may be ids of workflows on that server.',
  ],
  arguments: [
    { name: 'A', summary: 'The definition before.', isRequired: true },
    { name: 'B', summary: 'The definition after.', isRequired: true },
  ],
  options: [
    exitCodeOption,
    {
      ...dialectOption,
      summary: 'The dialect of both definitions. Default: detected from their shapes.',
    },
    configOption,
    serverOption,
  ],
  examples: [{ command: 'skein diff old.json new.json', summary: 'Compare two files.' }],
  load: async () => (await import('../workflows/diff-command.ts')).diffCommand,
};
