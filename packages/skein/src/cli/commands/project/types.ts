import type { Command } from '../../arguments/command.ts';
import { configOption } from '../shared-options.ts';

export const types: Command = {
  name: 'types',
  summary:
    'Writes what editors and the compiler know of a project: skein.d.ts and skein.schema.json.',
  details: [
    'skein.d.ts declares the definitions below the folder by their ids, with the types of their inputs, and the names of functions and tools: `saved(ID)` of the library is typed by it.',
    'skein.schema.json is the JSON schema of definitions in this project. A definition that names it as "$schema" is completed and checked while one types: its keys, node types, and the names of functions, tools and workflows.',
    'Files that would not change are not written. Tools of MCP servers are left out: nothing is started or called.',
  ],
  arguments: [
    { name: 'DIR', summary: 'The folder of the project; default: this one.', isRequired: false },
  ],
  options: [
    { name: 'check', summary: 'Write nothing; exit with code 1 if a file would change. For CI.' },
    configOption,
  ],
  examples: [{ command: 'skein types', summary: 'Write both files.' }],
  load: async () => (await import('../../types/types-command.ts')).typesCommand,
};
