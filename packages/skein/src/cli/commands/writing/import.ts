import type { Command } from '../../arguments/command.ts';
import { configOption, importFormats } from '../shared-options.ts';

export const importCommand: Command = {
  name: 'import',
  summary: 'Makes workflows of files of other products: n8n, Dify, Flowise, Step Functions.',
  details: [
    'FILE is a file in JSON or YAML, a folder of them, or a ZIP archive; `-` reads stdin. The format is recognised by its shape. Nothing of a file is executed.',
    'What could not be converted is listed with what to do about it: tools to offer, secrets to store, steps to write anew. A table of all files follows. Exit code 2: at least one file could not be imported; the others are.',
    'Without --out, the workflow of a single file is written to stdout, and nothing is written for several.',
  ],
  arguments: [
    {
      name: 'FILE',
      summary: 'A file, a folder or a ZIP archive.',
      isRequired: true,
      isRepeatable: true,
    },
  ],
  options: [
    {
      name: 'format',
      value: 'FORMAT',
      summary: 'The format of the files. Default: recognised by their shape.',
      choices: importFormats,
    },
    { name: 'out', short: 'o', value: 'DIR', summary: 'Write each workflow into this folder.' },
    {
      name: 'force',
      summary: 'Replace files of --out that are there already.',
    },
    {
      name: 'python',
      summary:
        'Keep Python that cannot be translated; servers run it only if their operator allows it.',
    },
    {
      name: 'allow-cycles',
      summary: 'Import workflows that call each other in a circle too.',
    },
    configOption,
  ],
  examples: [
    { command: 'skein import app.yml --out flows', summary: 'Import one file.' },
    {
      command: 'skein import exports/ backup.zip --out flows',
      summary: 'Import many, with a table at the end.',
    },
    {
      command: 'skein import flow.json --json',
      summary: 'As data, with everything that is left to do.',
    },
  ],
  load: async () => (await import('../../workflows/import-command.ts')).importCommand,
};
