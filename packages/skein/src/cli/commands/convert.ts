import type { Command } from '../arguments/command.ts';
import {
  configOption,
  definitionFile,
  dialectChoices,
  dialectOption,
  importFormats,
  outOption,
  serverOption,
  startOption,
} from './shared-options.ts';

export const convert: Command = {
  name: 'convert',
  summary: 'Converts a definition to another dialect.',
  details: [
    'The conversion goes through native form, which carries the original document: converting back restores it unchanged unless the workflow was edited in between.',
    'What the other dialect cannot express is listed on stderr, and with --json under the key losses. An invalid definition is refused with exit code 2, and so is a conversion that leaves nothing valid.',
    'A file of another product is imported first, as by `skein import`; losses are then what is left to do.',
    'With --server, FILE may be the id of a workflow on that server.',
  ],
  arguments: [definitionFile],
  options: [
    {
      name: 'to',
      value: 'DIALECT',
      summary: 'The dialect to convert to; required.',
      choices: dialectChoices,
    },
    {
      ...dialectOption,
      name: 'from',
      summary:
        'The dialect of the definition, or the format of another product. Default: detected from its shape.',
      choices: [...dialectChoices, ...importFormats],
    },
    { ...dialectOption, summary: 'The same as --from.' },
    {
      ...startOption,
      summary: 'The node where a run starts, if the definition does not say.',
    },
    outOption,
    configOption,
    serverOption,
  ],
  examples: [
    {
      command: 'skein convert canvas.json --to native --out flow.json',
      summary: 'Make a native file.',
    },
    { command: 'skein convert flow.json --to canvas', summary: 'And back, on stdout.' },
    {
      command: 'skein convert flow.json --to pipeline --json',
      summary: 'As data, with what pipeline cannot express.',
    },
  ],
  load: async () => (await import('../workflows/convert-command.ts')).convertCommand,
};
